import { equal, type Money } from '@cambio/wire/Money.ts'
import { chart } from '../books/chart.ts'
import { credit, debit, type Journal } from '../books/Journal.ts'
import { applyFact } from '../order/applyFact.ts'
import type { Fact, Order } from '../order/Order.ts'
import type { Random } from '../Random.ts'
import { referredOrders } from './referredOrders.ts'
import type { Statement, StatementEntry } from './Statement.ts'
import type { BankPayment, Outcome, StatementHold, StatementStore } from './StatementStore.ts'

export type Imported = {
  /** Lines in the statement. */
  readonly entries: number
  /** New lines that are an order's. */
  readonly matched: number
  /** New lines whose money is owed to whoever sent it. */
  readonly owed: number
  readonly seenBefore: number
}

type Deps = { statements: StatementStore; random: Random; now: () => Date }

/**
 * Takes what a statement of our account says, line by line, each of them once. Money that names one order and is in its
 * currency is that order's; nothing else is guessed.
 * @param input.hash SHA-256 of the file, the reason of everything that follows from it
 * @param input.by who brought the file in
 * @throws StatementDiffers; the lines before it were taken, and are seen the next time
 */
export async function importStatement(
  deps: Deps,
  { statement: { iban, entries }, hash, by }: { statement: Statement; hash: string; by: string },
): Promise<Imported> {
  const outcomes: (Outcome['is'] | 'seen')[] = []
  for (const entry of entries) {
    const take = (hold: StatementHold) => taken(deps, hold, entry, `Bank statement, SHA-256 ${hash}`)
    const outcome = await deps.statements.once({ iban, entry, hash, by }, take)
    outcomes.push(outcome === 'seen' ? outcome : outcome.is)
  }
  const count = (kind: Outcome['is'] | 'seen') => outcomes.filter((outcome) => outcome === kind).length
  return {
    entries: entries.length,
    matched: count('matched'),
    owed: count('owed'),
    seenBefore: count('seen'),
  }
}

async function taken(deps: Deps, hold: StatementHold, entry: StatementEntry, note: string): Promise<Outcome> {
  const payment = entry.endToEndId === null ? undefined : await hold.payment(entry.endToEndId)
  const ours = payment && equal(payment, entry.amount) ? payment : undefined
  if (entry.side === 'debit') return ours ? left(deps, hold, ours, note) : unexplained(hold, entry)
  if (ours) return cameAgain(deps, hold, ours, note)
  return entry.isReturn ? owedToSender(hold, entry) : came(deps, hold, entry, note)
}

/** Money came from a buyer, or from whoever it is. */
async function came(deps: Deps, hold: StatementHold, entry: StatementEntry, note: string): Promise<Outcome> {
  const [orderId, another] = await hold.transferOrders(referredOrders(entry.remittance))
  if (orderId === undefined || another !== undefined) return owedToSender(hold, entry)
  const order = await hold.orders.find(orderId)
  if (order?.quote.payin.currency !== entry.amount.currency) return owedToSender(hold, entry)
  const { reference, amount, party } = entry
  const after = await apply(deps, hold, orderId, {
    is: 'transfer_came',
    entry: reference,
    amount,
    payer: party,
    note,
  })
  return { is: isOwed(after, reference) ? 'owed' : 'matched', orderId }
}

function isOwed({ payin }: Order, entry: string): boolean {
  return (
    payin.is === 'transfer' &&
    payin.transfers.some((transfer) => transfer.entry === entry && transfer.state === 'owed')
  )
}

/** A payment of ours has left the account. */
async function left(
  deps: Deps,
  hold: StatementHold,
  { id, orderId, number }: BankPayment,
  note: string,
): Promise<Outcome> {
  await hold.paymentBecame(id, 'sent')
  await apply(deps, hold, orderId, { is: 'transfer_returned', number, note })
  return { is: 'matched', orderId }
}

/** A payment of ours came back: its bank would not have it. */
async function cameAgain(
  deps: Deps,
  hold: StatementHold,
  { id, orderId, number }: BankPayment,
  note: string,
): Promise<Outcome> {
  await hold.paymentBecame(id, 'returned')
  await apply(deps, hold, orderId, { is: 'transfer_bounced', number, note })
  return { is: 'owed', orderId }
}

async function apply(deps: Deps, { orders }: StatementHold, orderId: string, fact: Fact): Promise<Order> {
  return applyFact({ ...deps, orders }, { orderId, fact })
}

/** Nobody knows whose it is: it is here, and owed under the bank's reference. */
async function owedToSender(hold: StatementHold, { reference, amount }: StatementEntry): Promise<Outcome> {
  await hold.post([journal(reference, 'taken', chart.bank, chart.owed(nameOf(reference)), amount)])
  return { is: 'owed', orderId: null }
}

/** Money left that we did not order, such as the bank's own fee: the operator's books say what it was. */
async function unexplained(hold: StatementHold, { reference, amount }: StatementEntry): Promise<Outcome> {
  await hold.post([journal(reference, 'by_hand', chart.byHand, chart.bank, amount)])
  return { is: 'by_hand', orderId: null }
}

function journal(reference: string, kind: string, to: string, from: string, amount: Money): Journal {
  return {
    id: `${nameOf(reference)}:${kind}`,
    kind,
    reference: nameOf(reference),
    postings: [...debit(to, amount), ...credit(from, amount)],
  }
}

/** How a line that is no order's is called in the books. */
function nameOf(reference: string): string {
  return `bank:${reference}`
}
