import { choice, flag, optional, text, wholeNumber } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import { Status } from '@cambio/wire/Order.ts'
import * as z from 'zod/mini'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'

const USUAL_ROWS = 50

type Row = {
  readonly id: string
  readonly partner_order_id: string
  readonly partner: string
  readonly status: string
  readonly substatus: string | null
  readonly hold_reason: string | null
  readonly payin_units: bigint
  readonly payin_currency: string
  readonly payout_units: bigint
  readonly payout_currency: string
  readonly created_at: Date
}

/** Finds orders by whatever the operator has of them: an id, an address, an e-mail. The answer shows no buyer's e-mail. */
export const orderSearch = command({
  name: 'order search',
  summary: [
    'Lists orders, newest first: those that have exactly this client_order_id, partner_order_id, e-mail,',
    'client_external_id, address (to pay to, pay out to or give back to), transaction (in or out), payer’s IBAN,',
    'line of a bank statement, or id at the card platform; all of them where nothing is named.',
  ].join('\n'),
  words: { text: optional(text('[text]')) },
  options: {
    status: optional(choice(Status.options)),
    partner: optional(text('PARTNER')),
    waiting: flag(),
    rows: optional(wholeNumber({ least: 1 })),
  },
  json: z.object({
    orders: z.array(
      z.object({
        client_order_id: z.string(),
        partner_order_id: z.string(),
        partner: z.string(),
        status: z.string(),
        substatus: z.nullable(z.string()),
        hold_reason: z.nullable(z.string()),
        payin_amount: z.string(),
        payin_currency: z.string(),
        payout_amount: z.string(),
        payout_currency: z.string(),
        created_at: z.string(),
      }),
    ),
    /** Whether there are more of them than these. */
    more: z.boolean(),
  }),
  async run(deps: StoreDeps, { words, options: { status, partner, waiting, rows = USUAL_ROWS } }) {
    const partnerId = await partnerIdOf(deps, partner)
    const values = [words.text ?? null, status ?? null, partnerId, waiting, rows + 1]
    const listed = await deps.query<Row>({ name: 'cli_order_search', text: SEARCH, values })
    const more = listed.length > rows
    const orders = listed.slice(0, rows).map(({ id, payin_units, payout_units, created_at, ...row }) => ({
      ...row,
      client_order_id: id,
      payin_amount: Money.format({ units: payin_units, currency: row.payin_currency }),
      payout_amount: Money.format({ units: payout_units, currency: row.payout_currency }),
      created_at: created_at.toISOString(),
    }))
    const lines = [...orders.map(line), ...(more ? [moreText(rows)] : [])]
    return { text: lines.join('\n') || 'There is no such order.', data: { orders, more } }
  },
})

function moreText(rows: number): string {
  return `There are more: these are the newest ${rows}. “--rows ${rows * 2}” lists more of them.`
}

function line(order: {
  readonly client_order_id: string
  readonly partner: string
  readonly partner_order_id: string
  readonly status: string
  readonly substatus: string | null
  readonly hold_reason: string | null
  readonly payin_amount: string
  readonly payin_currency: string
  readonly payout_amount: string
  readonly payout_currency: string
  readonly created_at: string
}): string {
  const pays = `${order.payin_amount} ${order.payin_currency} → ${order.payout_amount} ${order.payout_currency}`
  const state = order.substatus === null ? order.status : `${order.status} (${order.substatus})`
  const waits = order.hold_reason === null ? '' : `  waits for you: ${order.hold_reason}`
  return `${order.created_at}  ${order.client_order_id}  ${order.partner}/${order.partner_order_id}  ${pays}  ${state}${waits}`
}

const SEARCH = `
  select o.id, o.partner_order_id, p.name as partner, o.status, o.substatus, o.hold_reason,
    o.payin_units, o.payin_currency, o.payout_units, o.payout_currency, o.created_at
  from orders o join partner p on p.id = o.partner_id
  where ($1::text is null or o.id in (
      select id from orders where id = upper($1) or partner_order_id = $1 or payout_txid = $1
        or $1 in (address, payin_address, refund_address)
        or $1 ~* '^0x[0-9a-f]{40}$' and lower($1) in (lower(address), lower(payin_address), lower(refund_address))
        or email = lower($1) or request_id = $1 or child_id = upper($1)
      union select order_id from attempt where platform_order_id = $1 or trans_id = $1
      union select order_id from transfer where entry = $1 or payer_iban = upper(replace($1, ' ', ''))
      union select order_id from deposit where starts_with(entry, lower($1) || ':')
      union select x.id from orders x join client_account a on a.client_id = x.client_id where a.external_id = $1
    ))
    and ($2::text is null or o.status = $2) and ($3::text is null or o.partner_id = $3)
    and (not $4::bool or o.hold_reason is not null)
  order by o.created_at desc, o.id limit $5`
