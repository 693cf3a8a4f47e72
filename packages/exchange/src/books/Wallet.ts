import type { Money } from '@cambio/wire/Money.ts'
import { chart } from './chart.ts'
import { credit, debit, type Journal } from './Journal.ts'

/** Names a journal and what it is about: a wallet, an address or a payment. */
type About = Pick<Journal, 'id' | 'reference'>

/** What a wallet that pays out holds beside its books when it is first met, below zero what is missing, is the operator's. */
export function opened({ difference, ...about }: About & { readonly difference: Money }): Journal {
  return { ...about, kind: 'opening', postings: putIn(difference) }
}

/** Coins that arrive in the wallet are the operator's: no order waits for them there. */
export function refilled({ amount, ...about }: About & { readonly amount: Money }): Journal {
  return { ...about, kind: 'refill', postings: putIn(amount) }
}

/** What the wallet holds beside its books is booked as put in by the operator and, below zero, as taken out. */
export function released({
  differences,
  ...about
}: About & { readonly differences: readonly Money[] }): Journal {
  return { ...about, kind: 'released', postings: differences.flatMap(putIn) }
}

/** Who bears a network fee: the wallet that pays out or, for an earlier wallet, the operator, who has it. */
export type FeeAccount = typeof chart.wallet | typeof chart.capital

/** We bear the network fee, whether or not the coins moved. */
export function feePaid({
  fee,
  paidFrom,
  ...about
}: About & { readonly fee: Money; readonly paidFrom: FeeAccount }): Journal {
  return { ...about, kind: 'network', postings: [...debit(chart.network, fee), ...credit(paidFrom, fee)] }
}

/**
 * Coins left a deposit address or, below zero, were sent to it by the operator.
 * @param swept.capital the part that the operator has; the rest is the network fee
 */
export function swept({
  amount,
  capital,
  ...about
}: About & { readonly amount: Money; readonly capital: Money }): Journal {
  const taken = { ...amount, units: amount.units - capital.units }
  return {
    ...about,
    kind: 'sweep',
    postings: [
      ...debit(chart.capital, capital),
      ...debit(chart.network, taken),
      ...credit(chart.deposits, amount),
    ],
  }
}

function putIn(amount: Money): Journal['postings'] {
  return [...debit(chart.wallet, amount), ...credit(chart.capital, amount)]
}
