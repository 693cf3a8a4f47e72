import type { Money } from '@cambio/wire/Money.ts'
import { chart } from './chart.ts'
import { credit, debit, type Journal } from './Journal.ts'

/** A part of a partner's balance that is paid to its bank account. */
export type Settlement = {
  /** The payment's id, which is its EndToEndId. */
  readonly id: string
  readonly partnerId: string
  readonly amount: Money
}

/** Debits the partner's balance: the money waits to leave our bank account. */
export function ordered({ id, partnerId, amount }: Settlement): Journal {
  return journal(id, 'settlement', partnerId, [
    ...debit(chart.partnerBalance(partnerId), amount),
    ...credit(chart.leaving(id), amount),
  ])
}

/** Books that the payment has left our bank account. */
export function left({ id, partnerId, amount }: Settlement): Journal {
  return journal(id, 'settlement_left', partnerId, [
    ...debit(chart.leaving(id), amount),
    ...credit(chart.bank, amount),
  ])
}

/**
 * Books a payment that the partner's bank returned, back to the partner's balance.
 * @param hasLeft false while no statement has reported that it left; no line for that is needed then
 */
export function returned({ id, partnerId, amount }: Settlement, hasLeft: boolean): Journal {
  return journal(id, 'settlement_returned', partnerId, [
    ...debit(hasLeft ? chart.bank : chart.leaving(id), amount),
    ...credit(chart.partnerBalance(partnerId), amount),
  ])
}

function journal(id: string, kind: string, partnerId: string, postings: Journal['postings']): Journal {
  return { id: `${id}:${kind}`, kind, reference: partnerId, postings }
}
