import type { Money } from '@cambio/wire/Money.ts'
import { chart } from './chart.ts'
import { credit, debit, type Journal } from './Journal.ts'

/** Names a journal and what it is about: a wallet, an address or a payment. */
type About = Pick<Journal, 'id' | 'reference'>

/**
 * Books as the operator's what a pay-out wallet holds beyond its books when it is first used; negative for a shortfall.
 */
export function opened({ difference, ...about }: About & { readonly difference: Money }): Journal {
  return { ...about, kind: 'opening', postings: putIn(difference) }
}

/** Books coins that arrive in the wallet as the operator's: no order waits for coins there. */
export function refilled({ amount, ...about }: About & { readonly amount: Money }): Journal {
  return { ...about, kind: 'refill', postings: putIn(amount) }
}

/** Books what the wallet holds beyond its books as paid in by the operator; a negative difference as withdrawn. */
export function released({
  differences,
  ...about
}: About & { readonly differences: readonly Money[] }): Journal {
  return { ...about, kind: 'released', postings: differences.flatMap(putIn) }
}

/** Who bears a network fee: the pay-out wallet or, for an earlier wallet, the operator, who owns it. */
export type FeeAccount = typeof chart.wallet | typeof chart.capital

/** Books a network fee that we bear, whether or not the coins moved. */
export function feePaid({
  fee,
  paidFrom,
  ...about
}: About & { readonly fee: Money; readonly paidFrom: FeeAccount }): Journal {
  return { ...about, kind: 'network', postings: [...debit(chart.network, fee), ...credit(paidFrom, fee)] }
}

/**
 * Books coins that left a deposit address or, with a negative amount, that the operator sent to it.
 * @param swept.capital the part that the operator received; the rest is the network fee
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
