import { isStopped, type Order } from '@cambio/exchange/order/Order.ts'
import { attemptsOf, depositsOf, transfersOf } from '@cambio/exchange/payin/Payin.ts'
import type { TransferPayer } from '@cambio/exchange/payin/transfer/machine/TransferPayin.ts'
import { whyNotReturnable } from '@cambio/exchange/payin/transfer/machine/whyNotReturnable.ts'
import { sumText } from './sumText.ts'

/** What is owed for an order, that it was not sent, and what becomes of it next; null where nothing is owed. */
export function owedAdvice(order: Order): string | null {
  const [first, ...rest] = owedParts(order)
  return first === undefined ? null : `has ${[first, ...rest].join('. It has ')}`
}

function owedParts(order: Order): string[] {
  const { id, payin } = order
  const again = `“owed return ${id}” tries it again`
  const byHand = `give it back by hand, and end the wait by “order resolve ${id} settle”`
  const byHandTo = ({ iban }: TransferPayer, why: string) =>
    iban === null
      ? `the bank names no account that it came from. So ${byHand}`
      : `it came from ${iban}. ${why} So ${byHand}`
  switch (payin.is) {
    case 'balance':
      return []
    case 'card':
      return attemptsOf(payin).flatMap((attempt) =>
        attempt.state === 'owed'
          ? [
              `${sumText([attempt.amount])} owed, which the card platform did not give back: ${again}; or ${byHand}`,
            ]
          : [],
      )
    case 'transfer': {
      const owed = transfersOf(payin).filter(({ state }) => state === 'owed')
      const returnable = owed.filter(({ payer }) => whyNotReturnable(payer) === undefined)
      return [
        ...(returnable.length > 0
          ? [
              `${sumText(returnable.map(({ amount }) => amount))} owed, which was not sent or came back: ${again}`,
            ]
          : []),
        ...owed.flatMap(({ amount, payer }) => {
          const why = whyNotReturnable(payer)
          return why === undefined
            ? []
            : [`${sumText([amount])} owed, which was not sent: ${byHandTo(payer, why)}`]
        }),
      ]
    }
    case 'deposit': {
      const owed = depositsOf(payin).filter(({ state }) => state === 'owed')
      if (owed.length === 0) return []
      const sum = sumText(owed.map(({ amount }) => amount))
      if (payin.refundAddress === null && isStopped(order))
        return [
          `${sum} owed, and no coins moved: once “order resolve ${id} continue” lets the order go on, its buyer is asked on the order’s page for a wallet, and the coins leave for it by themselves`,
        ]
      return payin.refundAddress === null
        ? [
            `${sum} owed, and no coins moved: its buyer is asked on the order’s page for a wallet, and once one is named the coins leave for it by themselves`,
          ]
        : [`${sum} owed, which was not sent to ${payin.refundAddress}, or did not arrive there: ${again}`]
    }
  }
}
