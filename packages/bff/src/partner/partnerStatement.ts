import { chart } from '@cambio/exchange/books/chart.ts'
import { dateFrom, datetime } from '@cambio/exchange/order/time.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { StatementKind, StatementQuery, StatementRow } from '@cambio/wire/partner/PartnerAccount.ts'
import type { Exchange } from '../program/Exchange.ts'
import { accountLines, openingBalances, type AccountLine } from '../store/read/statement.ts'

/** How many entries are read, and in memory, at once. */
const READ_AT_ONCE = 1_000

/**
 * The entries of a partner's balances, oldest first, one query for each batch: a slow reader occupies no connection.
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
  const from = timeOf(asked.from)
  const range = { account, currency: currency || null, from, until: timeOf(asked.until), rows: READ_AT_ONCE }
  const opening = from === null ? [] : await openingBalances(reads, { account, before: from })
  const balances = new Map(opening.map(({ currency: name, units }) => [name, units]))
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
