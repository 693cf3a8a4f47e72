import type { Query } from '@cambio/server/postgres/Database.ts'
import type * as Money from '@cambio/wire/Money.ts'
import { isLineNamed } from '../bank/isLineNamed.ts'

/** Money that is owed: to the buyer of an order, or to the sender of a transfer without an order. */
export type OwedMoney = Money.Money & {
  /** Its order's id or, without an order, the name of the bank line in the books, `bank:…`. */
  readonly owedFor: string
  readonly since: Date
  /** The sender's name and reference, for a bank transfer without an order. */
  readonly sender: string | null
  readonly senderIban: string | null
  readonly endToEndId: string | null
  readonly text: string | null
  /** Whether the line may repeat a line of another statement. */
  readonly mayRepeat: boolean
}

/** Money that is owed, the longest owed first. */
export function owedMoney(query: Query): Promise<OwedMoney[]> {
  return query<OwedMoney>({ name: 'read_owed', text: OWED, values: [] })
}

/** An order that waits for the operator. */
export type WaitingOrder = {
  readonly id: string
  readonly attentionReason: string
  readonly createdAt: Date
  /** What the card platform holds for it and did not release; null where it holds nothing. */
  readonly held: Money.Money | null
  readonly payin: Money.Money
  readonly payout: Money.Money
}

type WaitingRow = Pick<WaitingOrder, 'id' | 'attentionReason' | 'createdAt'> & {
  readonly units: bigint | null
  readonly currency: string | null
  readonly payin_units: bigint
  readonly payin_currency: string
  readonly payout_units: bigint
  readonly payout_currency: string
}

/** The orders that wait for the operator, oldest first. */
export async function waitingOrders(query: Query): Promise<WaitingOrder[]> {
  const rows = await query<WaitingRow>({ name: 'read_waiting', text: WAITING, values: [] })
  return rows.map(({ id, attentionReason, createdAt, units, currency, ...row }) => ({
    id,
    attentionReason,
    createdAt,
    held: units === null || currency === null ? null : { units, currency },
    payin: { units: row.payin_units, currency: row.payin_currency },
    payout: { units: row.payout_units, currency: row.payout_currency },
  }))
}

const SUMS = `
  select substr(account.name, 6) as "owedFor", account.asset as currency, -sum(posting.units) as units,
    min(journal.posted_at) as since
  from account join posting on posting.account_id = account.id join journal on journal.id = posting.journal_id
  where account.name like 'owed:%' and posting.layer = 'posted'
  group by account.id having sum(posting.units) <> 0`

// bank:<account>:<reference>; an earlier version named a line by the bank's reference alone.
const OWED = `
  select owed.*, coalesce(e.party_name, before.party_name) as sender,
    coalesce(e.party_iban, before.party_iban) as "senderIban",
    coalesce(e.end_to_end_id, before.end_to_end_id) as "endToEndId",
    coalesce(e.remittance, before.remittance) as text, coalesce(e.repeat = 'open', false) as "mayRepeat"
  from (${SUMS}) owed
  left join bank_entry e on ${isLineNamed('e', 'owed."owedFor"')}
  left join bank_entry before on e.iban is null and owed."owedFor" = 'bank:' || before.reference
  -- A line that left and may be a repeat is owed to nobody.
  where owed.units > 0
  order by since, "owedFor"`

const WAITING = `
  select o.id, o.hold_reason as "attentionReason", o.created_at as "createdAt", a.amount_units as units,
    a.amount_currency as currency, o.payin_units, o.payin_currency, o.payout_units, o.payout_currency
  from orders o left join attempt a on a.order_id = o.id and a.state = 'owed' and not a.settled
  where o.hold_reason is not null order by o.created_at, o.id`
