import type { Money } from '@cambio/wire/Money.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import type { CreditObjection, WalletControl } from './WalletControl.ts'

/** Why coins are not credited; `no_network`: the exchange has not used a network yet. Nothing was written. */
export type CreditRefusal = {
  readonly is: 'refused'
  readonly code: 'no_network' | CreditObjection['objection']
  readonly blockNumber?: bigint
}

/**
 * Credits an order with coins that a contract sent to its address and that no block reports. They count as a deposit
 * from then on.
 */
export function creditCoins(
  deps: OperatorDeps<{ readonly wallet: WalletControl | null }>,
  { orderId, txid, ...by }: By & { readonly orderId: string; readonly txid: string },
): Promise<Outcome<Money, CreditRefusal>> {
  return act(deps, by, async ({ wallet }): Promise<DoneAct<Money> | CreditRefusal> => {
    if (!wallet) return { is: 'refused', code: 'no_network' }
    const credited = await wallet.credit({ orderId, txid })
    if ('objection' in credited) {
      const { objection: code, ...rest } = credited
      return { is: 'refused', code, ...rest }
    }
    return { is: 'done', done: credited, act: 'chain credit', about: { is: 'order', orderId } }
  })
}
