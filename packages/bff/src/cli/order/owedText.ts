import type { OwedPart } from '@cambio/exchange/payin/machine/OwedPart.ts'
import { sumText } from './sumText.ts'

/** Describes what is owed for an order, and what happens to it next; null if nothing is owed. */
export function owedText(id: string, parts: readonly OwedPart[]): string | null {
  const [first, ...rest] = parts.map((part) => partText(id, part))
  return first === undefined ? null : `has ${[first, ...rest].join('. It has ')}`
}

function partText(id: string, part: OwedPart): string {
  const sum = sumText(part.amounts)
  const again = `“owed return ${id}” tries again`
  const byHand = `refund it by hand, then run “order resolve ${id} settle”`
  switch (part.is) {
    case 'card':
      return `${sum} owed, which the card platform did not refund: ${again}; or ${byHand}`
    case 'transfer':
      return `${sum} owed, which was not sent or was returned: ${again}`
    case 'transfer_by_hand': {
      const { payer, why } = part
      return payer.iban === null
        ? `${sum} owed, which was not sent: the bank names no payer’s account. So ${byHand}`
        : `${sum} owed, which was not sent back to ${payer.iban}: ${why} So ${byHand}`
    }
    case 'coins_without_wallet':
      return part.isStopped
        ? `${sum} owed, and no coins moved: once “order resolve ${id} continue” lets the order go on, its buyer is asked on the order’s page for a wallet, and the coins leave for it by themselves`
        : `${sum} owed, and no coins moved: its buyer is asked on the order’s page for a wallet, and once one is named the coins leave for it by themselves`
    case 'coins':
      return `${sum} owed, which was not sent to ${part.wallet}, or did not arrive there: ${again}`
  }
}
