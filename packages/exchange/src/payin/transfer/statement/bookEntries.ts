import { add, equal, subtract, type Money } from '@cambio/wire/Money.ts'
import { chart } from '../../../books/chart.ts'
import { credit, debit, type Journal } from '../../../books/Journal.ts'
import * as Settlement from '../../../books/Settlement.ts'
import { applyFact } from '../../../order/life/applyFact.ts'
import type { Fact, Order } from '../../../order/Order.ts'
import type { Random } from '../../../Random.ts'
import { lineName, nameInBooks } from './lineName.ts'
import { ordersNamedIn } from './referredOrders.ts'
import { reversedCredit } from './reversedCredit.ts'
import type { BankLine } from './Statement.ts'
import type { BankPayment, NewLine, Outcome, LockedStatements } from './StatementStore.ts'

/** The state of one transaction. Payments and journals are written once, after all lines are processed. */
type Booking = {
  readonly random: Random
  readonly now: () => Date
  readonly locked: LockedStatements
  /** The account of the lines. */
  readonly iban: string
  readonly note: string
  /** Our payments that a line may be about, in the state after the lines before it. */
  readonly payments: Map<string, BankPayment>
  /** The orders that a line may pay. */
  readonly orders: ReadonlySet<string>
  readonly journals: Journal[]
  /** The outcomes of the lines so far, by their references. */
  readonly outcomes: Map<string, Outcome>
}

/** Processes new lines of a statement, in order, within one transaction. @returns the outcome of each */
export async function bookEntries(
  deps: { random: Random; now: () => Date },
  locked: LockedStatements,
  { iban, entries, note }: { iban: string; entries: readonly NewLine[]; note: string },
): Promise<Outcome[]> {
  const endToEndIds = entries.flatMap(({ endToEndId }) => endToEndId ?? [])
  const payments = await locked.payments(endToEndIds)
  const named = new Map(payments.map((payment) => [payment.id, payment]))
  const referred = entries.flatMap((line) =>
    line.side === 'credit' || line.isReturn ? ordersNamedIn(line, isCalledAs(named, line)) : [],
  )
  const taking: Booking = {
    ...deps,
    locked,
    iban,
    note,
    payments: named,
    orders: await locked.transferOrders(referred),
    journals: [],
    outcomes: new Map(),
  }
  const outcomes: Outcome[] = []
  for (const entry of entries) {
    const outcome = entry.mayRepeat ? setAside(taking, entry) : await bookEntry(taking, entry)
    outcomes.push(outcome)
    taking.outcomes.set(entry.reference, outcome)
  }
  await locked.savePayments(payments.flatMap(({ id }) => taking.payments.get(id) ?? []))
  await locked.post(taking.journals)
  return outcomes
}

async function bookEntry(taking: Booking, entry: BankLine): Promise<Outcome> {
  const ordered = entry.endToEndId === null ? undefined : taking.payments.get(entry.endToEndId)
  const payment = ordered && equal(ordered.amount, entry.amount) ? ordered : undefined
  if (entry.side === 'debit') {
    if (payment && !payment.hasLeft && !payment.isRejected) return bookDebit(taking, payment)
    return (
      (entry.isReturn ? await bookReversal(taking, entry) : null) ?? bookUnexplained(taking, entry, ordered)
    )
  }
  // A sender may name a payment freely. A bank can only return a payment that it received and did not reject, and only
  // a line that the bank marks as a return is one.
  const ours = ordered?.isWithBank === true ? ordered : undefined
  if (!ours) return bookOtherCredit(taking, entry)
  const isOurs = entry.isReturn && payment !== undefined && !ours.isRejected
  if (isOurs && !ours.hasReturned) return bookReturn(taking, ours)
  const again = entry.isReturn && !isOurs && !ours.isRejected ? await bookRestored(taking, entry) : null
  return again ?? { ...bookOwedToSender(taking, entry), ofPayment: { is: 'mismatched', payment: ours } }
}

/** Books a credit that does not name one of our payments. */
async function bookOtherCredit(taking: Booking, entry: BankLine): Promise<Outcome> {
  if (!entry.isReturn) return bookCredit(taking, entry)
  return (await bookRestored(taking, entry)) ?? bookOwedToSender(taking, entry)
}

/**
 * Books that our bank charged back a credit: from its order, or from what was owed to its sender. Null where it is
 * unclear.
 */
async function bookReversal(taking: Booking, entry: BankLine): Promise<Outcome | null> {
  const { iban, locked, journals, note } = taking
  const { reference, amount } = entry
  // What is owed for lines of this transaction is also read from the books.
  await locked.post(journals.splice(0))
  const credit = await reversedCredit(taking, entry, (one) => one.left)
  if (!credit) return null
  if (credit.is === 'ownerless') {
    const line = nameInBooks(iban, reference)
    journals.push(journal(line, 'taken_back', chart.owed(credit.line), chart.bank, amount))
    return { is: 'matched', orderId: null }
  }
  const { orderId, transfer, chargedBack, restored } = credit
  const fact = {
    is: 'transfer_taken_back',
    number: transfer.number,
    chargedBack: add(chargedBack, amount),
    restored,
  } as const
  await applyToOrder(taking, orderId, { ...fact, note })
  return { is: 'matched', orderId }
}

/** Books that our bank restored what it had charged back from an order. Null where the line is no such credit. */
async function bookRestored(taking: Booking, entry: BankLine): Promise<Outcome | null> {
  const credit = await reversedCredit(taking, entry, ({ amount, left: bookDebit }) =>
    subtract(amount, bookDebit),
  )
  if (credit?.is !== 'transfer') return null
  const { orderId, transfer, chargedBack, restored } = credit
  const fact = { is: 'transfer_given_again', number: transfer.number, chargedBack } as const
  await applyToOrder(taking, orderId, { ...fact, restored: add(restored, entry.amount), note: taking.note })
  return { is: 'matched', orderId }
}

/** Books money from a buyer, or from an unknown sender. */
async function bookCredit(taking: Booking, entry: BankLine): Promise<Outcome> {
  const isOurs = isCalledAs(taking.payments, entry)
  const referred = ordersNamedIn(entry, isOurs).filter((id) => taking.orders.has(id))
  const [orderId, another] = referred
  if (orderId === undefined || another !== undefined) return bookOwedToSender(taking, entry)
  const order = await taking.locked.orders.find(orderId)
  if (order?.quote.payin.currency !== entry.amount.currency) return bookOwedToSender(taking, entry)
  const { amount, party } = entry
  const name = lineName(taking.iban, entry.reference)
  const after = await applyToOrder(taking, orderId, {
    is: 'transfer_came',
    entry: name,
    amount,
    payer: party,
    note: taking.note,
  })
  return { is: isOwed(after, name) ? 'owed' : 'matched', orderId }
}

function isOwed({ payin }: Order, entry: string): boolean {
  return (
    payin.is === 'transfer' &&
    payin.transfers.some((transfer) => transfer.entry === entry && transfer.state === 'owed')
  )
}

/**
 * Books that a payment of ours has left the account. One that was already returned needs nothing: the two lines cancel
 * out.
 */
async function bookDebit(taking: Booking, payment: BankPayment): Promise<Outcome> {
  const { id, purpose, amount, hasReturned } = payment
  taking.payments.set(id, { ...payment, isWithBank: true, hasLeft: true })
  const orderId = purpose.is === 'settlement' ? null : purpose.orderId
  const outcome: Outcome = { is: 'matched', orderId, ofPayment: { is: 'left', payment } }
  if (hasReturned) return outcome
  const { note } = taking
  switch (purpose.is) {
    case 'refund':
      await applyToOrder(taking, purpose.orderId, { is: 'transfer_returned', number: purpose.number, note })
      break
    case 'payout':
      await applyToOrder(taking, purpose.orderId, { is: 'payout_done', txid: id, note })
      break
    case 'settlement':
      taking.journals.push(Settlement.left({ id, partnerId: purpose.partnerId, amount }))
  }
  return outcome
}

/** Books that one of our payments was returned: the receiving bank refused it. */
async function bookReturn(taking: Booking, payment: BankPayment): Promise<Outcome> {
  const { id, purpose, amount, hasLeft } = payment
  taking.payments.set(id, { ...payment, hasReturned: true })
  const { note } = taking
  const ofPayment = { is: 'came_back', payment } as const
  switch (purpose.is) {
    case 'refund':
      await applyToOrder(taking, purpose.orderId, { is: 'transfer_bounced', number: purpose.number, note })
      break
    case 'payout':
      await applyToOrder(taking, purpose.orderId, {
        is: 'payout_failed',
        reason: 'The transfer came back',
        note,
      })
      break
    case 'settlement':
      taking.journals.push(Settlement.returned({ id, partnerId: purpose.partnerId, amount }, hasLeft))
      return { is: 'matched', orderId: null, ofPayment }
  }
  return { is: 'owed', orderId: purpose.orderId, ofPayment }
}

function applyToOrder({ random, now, locked }: Booking, orderId: string, fact: Fact): Promise<Order> {
  return applyFact({ random, now, orders: locked.orders }, { orderId, fact })
}

/** Books money of unknown origin as received, and owed under the line's name. */
function bookOwedToSender({ iban, journals }: Booking, { reference, amount }: BankLine): Outcome {
  const line = nameInBooks(iban, reference)
  journals.push(journal(line, 'taken', chart.bank, chart.owed(line), amount))
  return { is: 'owed', orderId: null }
}

/**
 * Books a debit that we did not order, such as the bank's own fee; the operator's books explain it. One with the
 * EndToEndId of a payment of ours may be that payment again, or with another amount.
 */
function bookUnexplained(
  { iban, journals }: Booking,
  { reference, amount }: BankLine,
  payment: BankPayment | undefined,
): Outcome {
  journals.push(journal(nameInBooks(iban, reference), 'by_hand', chart.byHand, chart.bank, amount))
  return { is: 'by_hand', orderId: null, ...(payment && { ofPayment: { is: 'mismatched', payment } }) }
}

/** Whether a line has the EndToEndId of a payment of ours. */
function isCalledAs(payments: ReadonlyMap<string, BankPayment>, { endToEndId }: BankLine): boolean {
  return endToEndId !== null && payments.has(endToEndId)
}

/**
 * Books a possible repeat of another statement's line under its own name, until the operator decides whether its money
 * moved again.
 */
function setAside({ iban, journals }: Booking, { reference, side, amount }: BankLine): Outcome {
  const line = nameInBooks(iban, reference)
  const [to, from] = side === 'credit' ? [chart.bank, chart.owed(line)] : [chart.owed(line), chart.bank]
  journals.push(journal(line, 'set_aside', to, from, amount))
  return { is: 'owed', orderId: null, mayRepeat: true }
}

function journal(line: string, kind: string, to: string, from: string, amount: Money): Journal {
  return {
    id: `${line}:${kind}`,
    kind,
    reference: line,
    postings: [...debit(to, amount), ...credit(from, amount)],
  }
}
