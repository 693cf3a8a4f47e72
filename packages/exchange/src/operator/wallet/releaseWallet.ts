import type { Money } from '@cambio/wire/Money.ts'
import type { Journal } from '../../books/Journal.ts'
import * as Wallet from '../../books/Wallet.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import type { ReleaseObjection, WalletControl } from './WalletControl.ts'

type Parts = {
  readonly wallet: WalletControl | null
  readonly post: (journals: readonly Journal[]) => Promise<void>
}

/** Unknown transactions, each with the unpaid orders that it may have paid. */
export type PaidOrders = readonly { readonly txid: string; readonly orderIds: readonly string[] }[]

/** The nonce from which pay-outs go on, and what was booked as withdrawn or paid in by the operator. */
type Released = { readonly nextNonce: number; readonly booked: readonly Money[] }

/**
 * Why a wallet is not released; `no_network`: the exchange has not used a network yet; `would_pay_again`: orders are
 * still due that the wallet may have paid. Nothing was written.
 */
export type ReleaseRefusal =
  | {
      readonly is: 'refused'
      readonly code: 'no_network' | 'nothing_to_release' | ReleaseObjection['objection']
    }
  | { readonly is: 'refused'; readonly code: 'would_pay_again'; readonly paid: PaidOrders }

/**
 * Lets pay-outs go on after another program has used the wallet's key, and books the difference between the books and
 * the network as the operator's. If the wallet may have paid an order that is still due, adopt that transaction first.
 */
export function releaseWallet(
  deps: OperatorDeps<Parts>,
  { paid, ...by }: By & { readonly paid: PaidOrders },
): Promise<Outcome<Released, ReleaseRefusal>> {
  return act(deps, by, async ({ wallet, post }): Promise<DoneAct<Released> | ReleaseRefusal> => {
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
