import type { Instructed } from '@cambio/exchange/operator/order/instruct.ts'
import { owedParts } from '@cambio/exchange/order/owedParts.ts'
import type { Refund } from '@cambio/exchange/payin/machine/Refund.ts'
import { payinRefund } from '@cambio/exchange/payin/Payin.ts'
import { owedText } from './owedText.ts'
import { sumText } from './sumText.ts'

/**
 * Describes how far an order's refund is. Only a balance is credited at once. All other refunds have begun, or have no
 * destination yet.
 */
export function refundText({ before, after }: Instructed): string {
  const way = payinRefund(before.payin, after.payin, after.quote.payin)
  const owed = owedText(after.id, owedParts(after))
  return [way && wayText(after.id, way), owed].filter((sentence) => sentence !== null).join('. ')
}

function wayText(id: string, way: Refund): string {
  const sum = sumText(way.amounts)
  switch (way.is) {
    case 'balance':
      return `is refunded: ${sum} is back on its client’s balance`
    case 'card': {
      const asked = way.wasCaptured ? 'refund' : 'release'
      return `is being refunded, and no money moved yet: the card platform is asked to ${asked} ${sum}. “order show ${id}” says when it is returned`
    }
    case 'transfer':
      return `has ${sum} waiting for your bank, and no money moved yet: the next “sepa export” writes the payment. “order show ${id}” says that it is returned once a statement (“sepa import”) shows it`
    case 'coins':
      return `refunds ${sum} to the buyer’s wallet, ${way.wallet}, and no coins moved yet: they leave by themselves, less the network’s fee, and stay owed if the fee is as much. “order show ${id}” says when they have arrived`
  }
}
