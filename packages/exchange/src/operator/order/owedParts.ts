import type { Money } from '@cambio/wire/Money.ts'
import { isStopped, type Order } from '../../order/Order.ts'
import { attemptsOf, depositsOf, transfersOf } from '../../payin/Payin.ts'
import type { TransferPayer } from '../../payin/transfer/machine/TransferPayin.ts'
import { whyNotReturnable } from '../../payin/transfer/machine/whyNotReturnable.ts'

/** A part of what is owed for an order, and what becomes of it next. */
export type OwedPart = { readonly amounts: readonly Money[] } &
  /** The card platform did not give it back: it can be asked again. */
  (
    | { readonly is: 'card' }
    /** It was not sent, or came back: it can be sent again. */
    | { readonly is: 'transfer' }
    /** No bank would send it to where it came from, for the reason in a sentence: it is given back by hand. */
    | { readonly is: 'transfer_by_hand'; readonly payer: TransferPayer; readonly why: string }
    /** Its buyer is asked for a wallet, once the order goes on where it is stopped. */
    | { readonly is: 'coins_without_wallet'; readonly isStopped: boolean }
    /** It was not sent to its buyer's wallet, or did not arrive there: it can be sent again. */
    | { readonly is: 'coins'; readonly wallet: string }
  )

/** What is owed for an order; empty where nothing is. */
export function owedParts(order: Order): OwedPart[] {
  const { payin } = order
  switch (payin.is) {
    case 'balance':
      return []
    case 'card':
      return attemptsOf(payin).flatMap((attempt): OwedPart[] =>
        attempt.state === 'owed' ? [{ is: 'card', amounts: [attempt.amount] }] : [],
      )
    case 'transfer': {
      const owed = transfersOf(payin).filter(({ state }) => state === 'owed')
      const returnable = owed.filter(({ payer }) => whyNotReturnable(payer) === undefined)
      return [
        ...(returnable.length > 0
          ? [{ is: 'transfer' as const, amounts: returnable.map(({ amount }) => amount) }]
          : []),
        ...owed.flatMap(({ amount, payer }): OwedPart[] => {
          const why = whyNotReturnable(payer)
          return why === undefined ? [] : [{ is: 'transfer_by_hand', amounts: [amount], payer, why }]
        }),
      ]
    }
    case 'deposit': {
      const amounts = depositsOf(payin).flatMap(({ state, amount }) => (state === 'owed' ? [amount] : []))
      if (amounts.length === 0) return []
      return payin.refundAddress === null
        ? [{ is: 'coins_without_wallet', amounts, isStopped: isStopped(order) }]
        : [{ is: 'coins', amounts, wallet: payin.refundAddress }]
    }
  }
}
