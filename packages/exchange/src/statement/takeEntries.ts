import { equal, type Money } from '@cambio/wire/Money.ts'
import { chart } from '../books/chart.ts'
import { credit, debit, type Journal } from '../books/Journal.ts'
import * as Settlement from '../books/Settlement.ts'
import { applyFact } from '../order/applyFact.ts'
import type { Fact, Order } from '../order/Order.ts'
import type { Random } from '../Random.ts'
import { lineName } from './lineName.ts'
import { referredOrders } from './referredOrders.ts'
import type { StatementEntry } from './Statement.ts'
import type { BankPayment, Outcome, StatementHold } from './StatementStore.ts'

/** What the lines of one transaction work with. Payments and journals are written once, when all lines were looked at. */
type Taking = {
  readonly random: Random
  readonly now: () => Date
  readonly hold: StatementHold
  /** The account that the lines are of. */
  readonly iban: string
  readonly note: string
  /** Our payments that a line may be about, as the lines before it have left them. */
  readonly payments: Map<string, BankPayment>
  /** The orders that a line may pay. */
  readonly orders: ReadonlySet<string>
  readonly journals: Journal[]
}

/** Takes new lines of a statement, in their order, inside one transaction. @returns what became of each */
export async function takeEntries(
  deps: { random: Random; now: () => Date },
  hold: StatementHold,
  { iban, entries, note }: { iban: string; entries: readonly StatementEntry[]; note: string },
): Promise<Outcome[]> {
  const endToEndIds = entries.flatMap(({ endToEndId }) => endToEndId ?? [])
  const payments = await hold.payments(endToEndIds)
  const referred = entries.flatMap(({ side, remittance }) =>
    side === 'credit' ? referredOrders(remittance) : [],
  )
  const taking: Taking = {
    ...deps,
    hold,
    iban,
    note,
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    orders: await hold.transferOrders(referred),
    journals: [],
  }
  const outcomes: Outcome[] = []
  for (const entry of entries) outcomes.push(await takeEntry(taking, entry))
  await hold.paymentsBecame(payments.flatMap(({ id }) => taking.payments.get(id) ?? []))
  await hold.post(taking.journals)
  return outcomes
}

async function takeEntry(taking: Taking, entry: StatementEntry): Promise<Outcome> {
  const ordered = entry.endToEndId === null ? undefined : taking.payments.get(entry.endToEndId)
  const payment = ordered && equal(ordered.amount, entry.amount) ? ordered : undefined
  if (entry.side === 'debit')
    return payment && !payment.hasLeft ? left(taking, payment) : unexplained(taking, entry)
  // Whoever sends money may call it as they like: what no bank has been told of cannot come back from one.
  const sent = payment?.isWithBank === true ? payment : undefined
  if (sent && !sent.hasReturned) return cameBack(taking, sent)
  return sent || entry.isReturn ? owedToSender(taking, entry) : came(taking, entry)
}

/** Money came from a buyer, or from whoever it is. */
async function came(taking: Taking, entry: StatementEntry): Promise<Outcome> {
  const referred = referredOrders(entry.remittance).filter((id) => taking.orders.has(id))
  const [orderId, another] = referred
  if (orderId === undefined || another !== undefined) return owedToSender(taking, entry)
  const order = await taking.hold.orders.find(orderId)
  if (order?.quote.payin.currency !== entry.amount.currency) return owedToSender(taking, entry)
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

/** A payment of ours has left the account. One that has come back already is done with: the two lines cancel out. */
async function left(taking: Taking, payment: BankPayment): Promise<Outcome> {
  const { id, purpose, amount, hasReturned } = payment
  taking.payments.set(id, { ...payment, isWithBank: true, hasLeft: true })
  const orderId = purpose.is === 'settlement' ? null : purpose.orderId
  if (hasReturned) return { is: 'matched', orderId }
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
  return { is: 'matched', orderId }
}

/** A payment of ours came back: its bank would not have it. */
async function cameBack(taking: Taking, payment: BankPayment): Promise<Outcome> {
  const { id, purpose, amount, hasLeft } = payment
  taking.payments.set(id, { ...payment, hasReturned: true })
  const { note } = taking
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
      taking.journals.push(Settlement.cameBack({ id, partnerId: purpose.partnerId, amount }, hasLeft))
      return { is: 'matched', orderId: null }
  }
  return { is: 'owed', orderId: purpose.orderId }
}

function applyToOrder({ random, now, hold }: Taking, orderId: string, fact: Fact): Promise<Order> {
  return applyFact({ random, now, orders: hold.orders }, { orderId, fact })
}

/** Nobody knows whose it is: it is here, and owed under the line's name. */
function owedToSender({ iban, journals }: Taking, { reference, amount }: StatementEntry): Outcome {
  const line = nameInBooks(iban, reference)
  journals.push(journal(line, 'taken', chart.bank, chart.owed(line), amount))
  return { is: 'owed', orderId: null }
}

/** Money left that we did not order, such as the bank's own fee: the operator's books say what it was. */
function unexplained({ iban, journals }: Taking, { reference, amount }: StatementEntry): Outcome {
  journals.push(journal(nameInBooks(iban, reference), 'by_hand', chart.byHand, chart.bank, amount))
  return { is: 'by_hand', orderId: null }
}

function journal(line: string, kind: string, to: string, from: string, amount: Money): Journal {
  return {
    id: `${line}:${kind}`,
    kind,
    reference: line,
    postings: [...debit(to, amount), ...credit(from, amount)],
  }
}

/** How a line that is no order's is called in the books. */
function nameInBooks(iban: string, reference: string): string {
  return `bank:${lineName(iban, reference)}`
}
