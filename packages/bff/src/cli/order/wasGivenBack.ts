import type { Order } from '@cambio/exchange/order/Order.ts'
import { attemptsOf, depositsOf, transfersOf } from '@cambio/exchange/payin/Payin.ts'
import type { Acted } from './actOnOrder.ts'
import { owedAdvice } from './owedAdvice.ts'
import { sumText } from './sumText.ts'

/**
 * What became of an order whose money was to be given back. Only a balance has it at once; by all other ways it has begun
 * to go, or has nowhere to go.
 */
export function wasGivenBack({ before, after }: Acted): string {
  return [wayBack(before, after), owedAdvice(after)].filter((sentence) => sentence !== null).join('. ')
}

/** What is on its way back since the instruction; null where nothing is. */
function wayBack(before: Order, after: Order): string | null {
  const { id, payin } = after
  switch (payin.is) {
    case 'balance':
      return payin.state === 'returned'
        ? `has its money given back: ${sumText([after.quote.payin])} is on its client’s balance again`
        : null
    case 'card': {
      const [attempt] = begun(attemptsOf(before.payin), payin.attempts)
      if (attempt?.state !== 'returning') return null
      const asked = `${attempt.settled ? 'give back' : 'let go of'} ${sumText([attempt.amount])}`
      return `has its refund begun, and no money moved yet: the card platform is asked to ${asked}. “order show ${id}” tells that its money is returned once that is done`
    }
    case 'transfer': {
      const leaving = begun(transfersOf(before.payin), payin.transfers)
      return leaving.length === 0
        ? null
        : `has ${sumText(amountsOf(leaving))} waiting for your bank, and no money moved yet: the next “sepa export” writes its payment. “order show ${id}” tells that its money is returned once a statement (“sepa import”) says that it left`
    }
    case 'deposit': {
      const leaving = begun(depositsOf(before.payin), payin.deposits)
      return leaving.length === 0
        ? null
        : `has ${sumText(amountsOf(leaving))} on its way to the wallet that its buyer named, ${payin.refundAddress}, and no coins moved yet: they leave by themselves, less the network’s fee, and stay owed where that is as much. “order show ${id}” tells that its money is returned once they are there`
    }
  }
}

/** The payments that go back now and did not before. */
function begun<Payment extends { readonly number: number; readonly state: string }>(
  before: readonly Payment[],
  after: readonly Payment[],
): Payment[] {
  const already = new Set(before.filter(({ state }) => state === 'returning').map(({ number }) => number))
  return after.filter(({ number, state }) => state === 'returning' && !already.has(number))
}

function amountsOf<Amount>(payments: readonly { readonly amount: Amount }[]): Amount[] {
  return payments.map(({ amount }) => amount)
}
