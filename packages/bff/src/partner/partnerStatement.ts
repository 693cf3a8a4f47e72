import { chart } from '@cambio/exchange/books/chart.ts'
import { dateFrom, datetime } from '@cambio/exchange/order/time.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { StatementKind, StatementQuery, StatementRow } from '@cambio/wire/partner/PartnerAccount.ts'
import type { Exchange } from '../program/Exchange.ts'
import { closedBefore } from '../store/partitions/bookArchives.ts'
import { accountLines, openingBalances, type AccountLine } from '../store/read/statement.ts'

/** How many entries are read, and in memory, at once. */
const READ_AT_ONCE = 1_000

/**
 * The entries of a partner's balances, oldest first; those that are archived are one entry of each currency. One query for
 * each batch: a slow reader occupies no connection.
 * @throws Refusal currency_unknown
 */
export async function* partnerStatement(
  { reads }: Pick<Exchange, 'reads'>,
  partnerId: string,
  { currency = '', ...asked }: StatementQuery,
): AsyncGenerator<readonly StatementRow[]> {
  if (currency !== '' && !Currency.find(currency))
    throw fieldRefusal('currency_unknown', ['currency'], 'There is no such currency')
  const account = chart.partnerBalance(partnerId)
  const asksFrom = timeOf(asked.from)
  const closed = await closedBefore(reads)
  const isArchived = closed !== null && (asksFrom === null || asksFrom < closed)
  const from = isArchived ? closed : asksFrom
  const range = { account, currency: currency || null, from, until: timeOf(asked.until), rows: READ_AT_ONCE }
  const opening = from === null ? [] : await openingBalances(reads, { account, before: from })
  const balances = new Map(opening.map(({ currency: name, units }) => [name, units]))
  if (isArchived)
    yield opening
      .filter(({ currency: name, units }) => units !== 0n && (currency === '' || currency === name))
      .map((sum) => carriedForward(closed, sum))
  for (let after: AccountLine | null = null; ;) {
    const lines: readonly AccountLine[] = await accountLines(reads, { ...range, after })
    yield lines.map((line) => rowOf(line, balances))
    after = lines.at(-1) ?? null
    if (lines.length < READ_AT_ONCE) return
  }
}

/** An entry with the balance after it. */
function rowOf(
  { at, journalId, kind, reference, currency, units }: AccountLine,
  balances: Map<string, bigint>,
): StatementRow {
  const balance = (balances.get(currency) ?? 0n) + units
  balances.set(currency, balance)
  const told = kinds[kind] ?? 'other'
  return {
    at: datetime(at),
    entry_id: journalId,
    kind: told,
    client_order_id: told === 'order' ? reference : null,
    currency,
    amount: signed(units, currency),
    balance: signed(balance, currency),
  }
}

/** The sum of all entries before a time, of which some are archived. */
function carriedForward(before: Date, { units, currency }: Money.Money): StatementRow {
  const amount = signed(units, currency)
  return {
    at: datetime(before),
    entry_id: `carried:${before.toISOString().slice(0, 10)}:${currency}`,
    kind: 'carried_forward',
    client_order_id: null,
    currency,
    amount,
    balance: amount,
  }
}

function signed(units: bigint, currency: string): string {
  return units < 0n ? `-${Money.format({ units: -units, currency })}` : Money.format({ units, currency })
}

/** The kinds of journals on a partner's account: in the books, and as the partner reads them. */
const kinds: Readonly<Record<string, StatementKind>> = {
  sold_for_partner: 'order',
  partner_payout: 'payout',
  settlement: 'bank_payout',
  settlement_returned: 'bank_payout_returned',
}

function timeOf(timestamp: string | undefined): Date | null {
  return timestamp === undefined ? null : dateFrom(timestamp)
}
