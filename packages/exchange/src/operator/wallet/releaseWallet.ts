import type { Money } from '@cambio/wire/Money.ts'
import type { Journal } from '../../books/Journal.ts'
import * as Wallet from '../../books/Wallet.ts'
import { act, type By, type Deed, type OperatorDeps, type Outcome } from '../act.ts'
import type { ReleaseObjection, WalletControl } from './WalletControl.ts'

type Parts = {
  readonly wallet: WalletControl | null
  readonly post: (journals: readonly Journal[]) => Promise<void>
}

/** Transactions that are not known here, with the orders that each may have paid and that are still to pay. */
export type PaidOrders = readonly { readonly txid: string; readonly orderIds: readonly string[] }[]

/** From which nonce pay-outs go on, and what was booked as taken or put in by the operator. */
type Released = { readonly nextNonce: number; readonly booked: readonly Money[] }

/**
 * Why a wallet is not released; `no_network`: the exchange has met no chain yet; `would_pay_again`: orders are still to
 * pay what the wallet may have paid. Nothing was written.
 */
export type ReleaseRefusal =
  | {
      readonly is: 'refused'
      readonly code: 'no_network' | 'nothing_to_release' | ReleaseObjection['objection']
    }
  | { readonly is: 'refused'; readonly code: 'would_pay_again'; readonly paid: PaidOrders }

/**
 * Lets pay-outs go on after somebody else has used the wallet's key, and books as the operator's what the books and the
 * network differ by. No order may be still to pay what the wallet may have paid: that is adopted first.
 */
export function releaseWallet(
  deps: OperatorDeps<Parts>,
  { paid, ...by }: By & { readonly paid: PaidOrders },
): Promise<Outcome<Released, ReleaseRefusal>> {
  return act(deps, by, async ({ wallet, post }): Promise<Deed<Released> | ReleaseRefusal> => {
    if (!wallet) return { is: 'refused', code: 'no_network' }
    if (paid.length > 0) return { is: 'refused', code: 'would_pay_again', paid }
    const locked = await wallet.lock()
    if ('objection' in locked) return { is: 'refused', code: locked.objection }
    const { isStopped, differences, reference } = locked
    if (!isStopped && differences.length === 0) return { is: 'refused', code: 'nothing_to_release' }
    const { nextNonce, journalId: id } = await locked.release(by)
    if (differences.length > 0) await post([Wallet.released({ id, reference, differences })])
    const done = { nextNonce, booked: differences }
    const booked = differences.map(({ units, currency }) => ({ units: units.toString(), currency }))
    const detail = { wallet: reference, next_nonce: nextNonce, booked }
    return { is: 'done', done, act: 'chain release', about: { is: 'exchange', detail } }
  })
}
