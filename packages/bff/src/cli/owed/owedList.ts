import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { isLineNamed } from '../../store/isLineNamed.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { openRepeats, RepeatLine } from './openRepeats.ts'
import { UnconfirmedPayment, unconfirmedPayments } from './unconfirmedPayments.ts'
import { UnfitLine, unfitLines } from './unfitLines.ts'

type OwedRow = {
  readonly order_id: string
  readonly currency: string
  readonly units: bigint
  readonly since: Date
  readonly sender: string | null
  readonly sender_iban: string | null
  readonly end_to_end_id: string | null
  readonly text: string | null
  readonly possible_repeat: boolean
}
type WaitingRow = {
  readonly id: string
  readonly hold_reason: string
  readonly created_at: Date
  /** What the platform holds for it and would not let go. */
  readonly units: bigint | null
  readonly currency: string | null
  readonly payin_units: bigint
  readonly payin_currency: string
  readonly payout_units: bigint
  readonly payout_currency: string
}

/** Money that came in and that no order takes, orders that wait for the operator, and what the bank has not accounted for. */
export const owedList = command({
  name: 'owed list',
  summary: [
    'Lists money that is owed to buyers, orders that wait for the operator, and payments that your bank should have made by',
    'now and that no statement names.',
  ].join('\n'),
  words: {},
  options: {},
  json: z.object({
    money: z.array(
      z.object({
        /** Its order; where it came for none, what stands in `bank_line`. */
        client_order_id: z.string(),
        /** The bank's line that it came by for no order, as “owed settle” takes it; null where it is an order's. */
        bank_line: z.nullable(z.string()),
        amount: z.string(),
        currency: z.string(),
        since: z.string(),
        /** Who sent it, where it came by the bank for no order. */
        sender: z.nullable(z.string()),
        sender_iban: z.nullable(z.string()),
        /** What the sender called it and wrote, where it came by the bank for no order. */
        end_to_end_id: z.nullable(z.string()),
        text: z.nullable(z.string()),
        /** Whether the line may be one of another statement once more: see `repeats`. */
        possible_repeat: z.boolean(),
      }),
    ),
    orders: z.array(
      z.object({
        client_order_id: z.string(),
        hold_reason: z.string(),
        held: z.nullable(z.string()),
        held_currency: z.nullable(z.string()),
        created_at: z.string(),
        payin_amount: z.string(),
        payin_currency: z.string(),
        payout_amount: z.string(),
        payout_currency: z.string(),
      }),
    ),
    /** Money that left under the name of a payment of ours that it does not fit. */
    unfit: z.array(UnfitLine),
    /** Payments that a file had two bank days ago or more, and that no statement has named. */
    unconfirmed: z.array(UnconfirmedPayment),
    /** Lines that came or left, or that the bank told once more: nobody has said yet. */
    repeats: z.array(RepeatLine),
  }),
  async run({ query, now }: StoreDeps) {
    const owed = await query<OwedRow>({ name: 'cli_owed', text: OWED, values: [] })
    const waiting = await query<WaitingRow>({ name: 'cli_waiting', text: WAITING, values: [] })
    const repeats = await openRepeats({ query })
    const money = owed.map(({ order_id, units, since, ...row }) => ({
      client_order_id: order_id,
      bank_line: isOwnerless(order_id) ? order_id : null,
      amount: Money.format({ units, currency: row.currency }),
      since: since.toISOString(),
      ...row,
    }))
    const orders = waiting.map(({ id, units, currency, created_at, payin_units, payout_units, ...row }) => ({
      client_order_id: id,
      held: units === null || currency === null ? null : Money.format({ units, currency }),
      held_currency: currency,
      created_at: created_at.toISOString(),
      payin_amount: Money.format({ units: payin_units, currency: row.payin_currency }),
      payout_amount: Money.format({ units: payout_units, currency: row.payout_currency }),
      ...row,
    }))
    const unfit = await unfitLines({ query })
    const unconfirmed = await unconfirmedPayments({ query, now })
    const lines = [
      ...money
        .filter(({ possible_repeat: is }) => !is)
        .map(
          (row) =>
            `${row.client_order_id}  ${row.amount} ${row.currency}  owed since ${row.since}${senderOf(row)}`,
        ),
      ...(money.some((row) => row.bank_line !== null && !row.possible_repeat)
        ? ['“owed settle” ends what came for no order and was settled by hand.']
        : []),
      ...repeats.text,
      ...unfit.text,
      ...unconfirmed.text,
      ...orders.map((row) => {
        const held = row.held === null ? '' : `, ${row.held} ${row.held_currency} held`
        const terms = `${row.payin_amount} ${row.payin_currency} for ${row.payout_amount} ${row.payout_currency}`
        return `${row.client_order_id}  waits for you: ${row.hold_reason}${held}, ${terms}, placed ${row.created_at}`
      }),
      ...(orders.length > 0 ? ['“order show” tells what happened, “order resolve” ends the wait.'] : []),
    ]
    return {
      text: lines.join('\n') || 'Nothing is owed and no order waits for you.',
      data: { money, orders, unfit: unfit.data, unconfirmed: unconfirmed.data, repeats: repeats.data },
    }
  },
})

function isOwnerless(name: string): boolean {
  return name.startsWith('bank:')
}

type Said = 'sender' | 'sender_iban' | 'end_to_end_id' | 'text'

function senderOf({ sender, sender_iban: iban, end_to_end_id: called, text }: Pick<OwedRow, Said>): string {
  const parts = [sender, iban].filter((part) => part !== null)
  return [
    ...(parts.length === 0 ? [] : [`from ${parts.join(', ')}`]),
    ...(called === null ? [] : [`called ${called}`]),
    ...(text === null || text === '' ? [] : [`“${text.replaceAll(/\s+/g, ' ')}”`]),
  ]
    .map((part) => `  ${part}`)
    .join('')
}

const SUMS = `
  select substr(account.name, 6) as order_id, account.asset as currency, -sum(posting.units) as units,
    min(journal.posted_at) as since
  from account join posting on posting.account_id = account.id join journal on journal.id = posting.journal_id
  where account.name like 'owed:%' and posting.layer = 'posted'
  group by account.id having sum(posting.units) <> 0`

// bank:<account>:<reference>; a program of before called a line by the bank's reference alone.
const OWED = `
  select owed.*, coalesce(e.party_name, before.party_name) as sender,
    coalesce(e.party_iban, before.party_iban) as sender_iban,
    coalesce(e.end_to_end_id, before.end_to_end_id) as end_to_end_id,
    coalesce(e.remittance, before.remittance) as text, coalesce(e.repeat = 'open', false) as possible_repeat
  from (${SUMS}) owed
  left join bank_entry e on ${isLineNamed('e', 'owed.order_id')}
  left join bank_entry before on e.iban is null and owed.order_id = 'bank:' || before.reference
  -- A line that left and may be a repeat is owed to nobody.
  where owed.units > 0
  order by since, order_id`

const WAITING = `
  select o.id, o.hold_reason, o.created_at, a.amount_units as units, a.amount_currency as currency,
    o.payin_units, o.payin_currency, o.payout_units, o.payout_currency
  from orders o left join attempt a on a.order_id = o.id and a.state = 'owed' and not a.settled
  where o.hold_reason is not null order by o.created_at`
