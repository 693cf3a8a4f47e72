import { equal, subtract, type Money } from '@cambio/wire/Money.ts'
import type { Order } from '../../../order/Order.ts'
import { transfersOf } from '../../Payin.ts'
import { stillTaken } from '../machine/reversalStep.ts'
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
  /** What was taken back of it before, and given again. */
  readonly taken: Money
  readonly again: Money
} & Credit

/** @property line how the books call it */
type OwnerlessCredit = { readonly is: 'ownerless'; readonly line: string } & Credit

type Credit = {
  readonly amount: Money
  /** What of it was not taken back. */
  readonly left: Money
  readonly isCalledAlike: boolean
}

type Search = {
  readonly locked: LockedStatements
  readonly iban: string
  /** The orders that a line may name. */
  readonly orders: ReadonlySet<string>
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** Payments of ours that a line may be called as. */
  readonly payments: ReadonlyMap<string, BankPayment>
}

/**
 * The credit that a line is about which takes money back or gives it again: it names the credit's order, or is called as the
 * payer called it. Null where there is none, or where it may be of two people's: whose it is is not guessed.
 * @param most how much the line can be about of a credit
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
 * Of several transfers of one order, the one that is called alike, then that of the same amount, then the one that its
 * coins are bought with: which it is makes no difference to the books.
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

/** A transfer of before the account stood in its name has the reference alone. */
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
    const { takenBack } = transfer
    const nothing = { units: 0n, currency: amount.currency }
    const { taken, again } = takenBack ?? { taken: nothing, again: nothing }
    const left = subtract(amount, stillTaken({ taken, again }))
    return { is: 'transfer', orderId: order.id, transfer, taken, again, amount, left, isCalledAlike }
  }
  return { is: 'ownerless', ...(await owed(search, line)), amount, isCalledAlike }
}

function transferBy({ iban }: Search, { payin }: Order, reference: string): Transfer | undefined {
  const name = lineName(iban, reference)
  return transfersOf(payin).find(({ entry }) => entry === name || entry === reference)
}

/** What is still owed for a line without an order. An earlier version named it by its reference alone. */
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
