import { equal, subtract, type Money } from '@cambio/wire/Money.ts'
import type { Order } from '../../../order/Order.ts'
import { transfersOf } from '../../Payin.ts'
import { stillChargedBack } from '../machine/reversalStep.ts'
import type { Transfer } from '../machine/TransferPayin.ts'
import { lineName, nameInBooks } from './lineName.ts'
import { ordersNamedIn } from './referredOrders.ts'
import type { BankLine } from './Statement.ts'
import type { BankPayment, CreditLine, Outcome, LockedStatements } from './StatementStore.ts'

/** A credit that our bank may charge back or restore. */
export type ReversedCredit = OrdersCredit | OwnerlessCredit

type OrdersCredit = {
  readonly is: 'transfer'
  readonly orderId: string
  readonly transfer: Transfer
  /** What was charged back of it before, and restored. */
  readonly chargedBack: Money
  readonly restored: Money
} & Credit

/** @property line its name in the books */
type OwnerlessCredit = { readonly is: 'ownerless'; readonly line: string } & Credit

type Credit = {
  readonly amount: Money
  /** The part of it that was not charged back. */
  readonly left: Money
  readonly isCalledAlike: boolean
}

type Search = {
  readonly locked: LockedStatements
  readonly iban: string
  /** The orders that a line may name. */
  readonly orders: ReadonlySet<string>
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** Our payments whose EndToEndId a line may have. */
  readonly payments: ReadonlyMap<string, BankPayment>
}

/**
 * The credit that a line charges back or restores: the line names the credit's order, or has the payer's EndToEndId.
 * Null where there is none, or where it is unclear whose credit it is: that is never guessed.
 * @param most the most that the line can concern of a credit
 */
export async function reversedCredit(
  search: Search,
  line: BankLine,
  most: (credit: ReversedCredit) => Money,
): Promise<ReversedCredit | null> {
  const isOurs = line.endToEndId !== null && search.payments.has(line.endToEndId)
  const [named, another] = ordersNamedIn(line, isOurs).filter((id) => search.orders.has(id))
  const orderId = another === undefined ? named : undefined
  const found = await creditsOf(search, line.endToEndId, orderId)
  const possible = found.filter((credit) => {
    const { units, currency } = most(credit)
    return currency === line.amount.currency && units >= line.amount.units
  })
  const ofNamed = possible.filter((credit) => credit.is === 'transfer' && credit.orderId === orderId)
  if (ofNamed.length > 0) return likeliest(ofNamed, line)
  const called = possible.filter(({ isCalledAlike }) => isCalledAlike)
  const exact = called.filter(({ amount }) => equal(amount, line.amount))
  const chosen = exact.length > 0 ? exact : called
  const owners = new Set(chosen.map((credit) => (credit.is === 'transfer' ? credit.orderId : credit.line)))
  return owners.size === 1 ? likeliest(chosen, line) : null
}

/**
 * The likeliest of several transfers of one order: the one with the same EndToEndId, then the one of the same amount,
 * then the one that buys the coins. The choice makes no difference to the books.
 */
function likeliest(credits: readonly ReversedCredit[], { amount }: BankLine): ReversedCredit | null {
  const rank = (credit: ReversedCredit) =>
    (credit.isCalledAlike ? 4 : 0) +
    (equal(credit.amount, amount) ? 2 : 0) +
    (credit.is === 'transfer' && credit.transfer.state === 'received' ? 1 : 0)
  return credits.toSorted((one, other) => rank(other) - rank(one))[0] ?? null
}

async function creditsOf(
  search: Search,
  endToEndId: string | null,
  orderId: string | undefined,
): Promise<ReversedCredit[]> {
  const order = orderId === undefined ? undefined : await search.locked.orders.find(orderId)
  const references = order ? transfersOf(order.payin).map(({ entry }) => referenceOf(search, entry)) : []
  if (endToEndId === null && references.length === 0) return []
  const lines = await search.locked.credits({ endToEndId, references })
  const credits: ReversedCredit[] = []
  for (const line of lines) {
    const isCalledAlike = endToEndId !== null && line.endToEndId === endToEndId
    credits.push(await creditOf(search, line, isCalledAlike))
  }
  return credits
}

/** The entry of an older transfer is only the reference, without the account. */
function referenceOf({ iban }: Search, entry: string): string {
  const account = lineName(iban, '')
  return entry.startsWith(account) ? entry.slice(account.length) : entry
}

async function creditOf(search: Search, line: CreditLine, isCalledAlike: boolean): Promise<ReversedCredit> {
  const { reference, amount } = line
  const orderId = line.orderId ?? search.outcomes.get(reference)?.orderId ?? null
  const order = orderId === null ? undefined : await search.locked.orders.find(orderId)
  const transfer = order && transferBy(search, order, reference)
  if (order && transfer) {
    const { reversal } = transfer
    const nothing = { units: 0n, currency: amount.currency }
    const { chargedBack, restored } = reversal ?? { chargedBack: nothing, restored: nothing }
    const left = subtract(amount, stillChargedBack({ chargedBack, restored }))
    return { is: 'transfer', orderId: order.id, transfer, chargedBack, restored, amount, left, isCalledAlike }
  }
  return { is: 'ownerless', ...(await owed(search, line)), amount, isCalledAlike }
}

function transferBy({ iban }: Search, { payin }: Order, reference: string): Transfer | undefined {
  const name = lineName(iban, reference)
  return transfersOf(payin).find(({ entry }) => entry === name || entry === reference)
}

/** What is still owed for a line without an order. An earlier version named it by its reference only. */
async function owed(
  { locked, iban }: Search,
  { reference, amount: { currency } }: CreditLine,
): Promise<{ line: string; left: Money }> {
  const line = nameInBooks(iban, reference)
  const units = await locked.owedFor(line, currency)
  if (units > 0n) return { line, left: { units, currency } }
  const before = `bank:${reference}`
  return { line: before, left: { units: await locked.owedFor(before, currency), currency } }
}
