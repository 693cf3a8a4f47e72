import type { Instructed } from '@cambio/exchange/operator/order/instruct.ts'
import { owedParts } from '@cambio/exchange/order/owedParts.ts'
import type { WayBack } from '@cambio/exchange/payin/machine/WayBack.ts'
import { payinWayBack } from '@cambio/exchange/payin/Payin.ts'
import { owedText } from './owedText.ts'
import { sumText } from './sumText.ts'

/**
 * What became of an order whose money was to be given back. Only a balance has it at once; by all other ways it has begun
 * to go, or has nowhere to go.
 */
export function givenBackText({ before, after }: Instructed): string {
  const way = payinWayBack(before.payin, after.payin, after.quote.payin)
  const owed = owedText(after.id, owedParts(after))
  return [way && wayText(after.id, way), owed].filter((sentence) => sentence !== null).join('. ')
}

function wayText(id: string, way: WayBack): string {
  const sum = sumText(way.amounts)
  switch (way.is) {
    case 'balance':
      return `has its money given back: ${sum} is on its client’s balance again`
    case 'card': {
      const asked = way.wasTaken ? 'give back' : 'let go of'
      return `has its refund begun, and no money moved yet: the card platform is asked to ${asked} ${sum}. “order show ${id}” tells that its money is returned once that is done`
    }
    case 'transfer':
      return `has ${sum} waiting for your bank, and no money moved yet: the next “sepa export” writes its payment. “order show ${id}” tells that its money is returned once a statement (“sepa import”) says that it left`
    case 'coins':
      return `has ${sum} on its way to the wallet that its buyer named, ${way.wallet}, and no coins moved yet: they leave by themselves, less the network’s fee, and stay owed where that is as much. “order show ${id}” tells that its money is returned once they are there`
  }
}
