import { changedAt } from '@cambio/exchange/order/Order.ts'
import type { OrderWrite } from '@cambio/exchange/order/OrderStore.ts'
import { attemptsOf, depositsOf, transfersOf } from '@cambio/exchange/payin/Payin.ts'
import { attemptColumns, toAttemptRow } from './AttemptRow.ts'
import { depositColumns, toDepositRow } from './DepositRow.ts'
import { toOrderColumns, type OrderColumns } from './OrderRow.ts'
import { json, type OrderStatement } from './orderWrite.ts'
import { parameters, type Parameters } from './parameters.ts'
import { transferColumns, toTransferRow } from './TransferRow.ts'

/** The columns of an order that may change once it is written. */
const changing = [
  'payin_units',
  'payout_units',
  'rate',
  'payin_fee_units',
  'margin_fee_units',
  'payout_fee_units',
  'leftover_units',
  'payin_eur_units',
  'payout_eur_units',
  'margin_eur_units',
  'network_bps',
  'service_bps',
  'spread_bps',
  'transfer_eur_units',
  'status',
  'substatus',
  'seq',
  'expires_at',
  'price_held_until',
  'coupon',
  'as_first',
  'checked',
  'payout_id',
  'payout_state',
  'payout_txid',
  'payout_reason',
  'limit_level',
  'balance_state',
  'wrong_codes',
  'child_units',
  'refund_address',
  'limit_left_units',
  'limit_url',
  'error_message',
  'hold_reason',
] as const satisfies readonly (keyof OrderColumns)[]

/** The parts of the statement that writes a changed order, unless another came first, or a client became the order's. */
export function saveStatement({ order, seqBefore, due }: OrderWrite): OrderStatement {
  const all = parameters()
  const columns = toOrderColumns(order)
  const written = `written as (
    update orders set ${changing.map((name) => `${name} = ${all.add(columns[name])}`).join(', ')},
      updated_at = ${all.add(changedAt(order))}, due_at = ${all.add(due)}, lease_until = null, due_attempts = 0
    where id = ${all.add(order.id)} and seq = ${all.add(seqBefore)}
      and client_id is not distinct from ${all.add(order.clientId)}
    returning id, partner_id
  )`
  const isOver = order.payin.is === 'balance' && order.status !== 'confirmation_pending'
  const rows = {
    attempts: attemptsOf(order.payin).map((attempt) => toAttemptRow(order.id, attempt)),
    transfers: transfersOf(order.payin).map((transfer) => toTransferRow(order.id, transfer)),
    deposits: depositsOf(order.payin).map((deposit) => toDepositRow(order.id, deposit)),
  }
  const kinds = (['attempts', 'transfers', 'deposits'] as const).filter((kind) => rows[kind].length > 0)
  return {
    name: ['order_save', ...(isOver ? ['over'] : []), ...kinds].join('_'),
    parts: [written, ...(isOver ? [CODE_OVER] : []), ...kinds.map((kind) => paidBy[kind](all, rows[kind]))],
    parameters: all,
    wakes: [],
  }
}

/** Ends the code of a withdrawal whose order waits for it no longer. */
const CODE_OVER = `code as (
    update withdrawal_code w
    set code_hash = null, body_sealed = null, due_at = null, lease_until = null,
      state = case when w.state = 'waiting' then 'failed' else w.state end
    from written where w.order_id = written.id and w.code_hash is not null
  )`

/**
 * The tables of an order's payments: new rows are added, and of existing ones the columns that may change are written.
 */
const paidBy = {
  attempts: (all: Parameters, rows: readonly object[]) => `tries as (
    insert into attempt (${attemptColumns()})
    select ${attemptColumns('a')} from written, jsonb_populate_recordset(null::attempt, ${all.add(json(rows))}::jsonb) a
    on conflict (order_id, number) do update set
      state = excluded.state, trans_id = excluded.trans_id, challenge_url = excluded.challenge_url,
      challenge_method = excluded.challenge_method, challenge_params = excluded.challenge_params,
      reason = excluded.reason, settled = excluded.settled, accepted = excluded.accepted,
      amount_units = excluded.amount_units, amount_currency = excluded.amount_currency,
      charged_units = excluded.charged_units, won_units = excluded.won_units,
      taken_units = excluded.taken_units, charged_from = excluded.charged_from
  )`,
  transfers: (all: Parameters, rows: readonly object[]) => `transfers as (
    insert into transfer (${transferColumns()})
    select ${transferColumns('t')} from written, jsonb_populate_recordset(null::transfer, ${all.add(json(rows))}::jsonb) t
    on conflict (order_id, number) do update set
      state = excluded.state, taken_units = excluded.taken_units, again_units = excluded.again_units,
      taken_from = excluded.taken_from
  )`,
  deposits: (all: Parameters, rows: readonly object[]) => `deposits as (
    insert into deposit (${depositColumns()})
    select ${depositColumns('d')} from written, jsonb_populate_recordset(null::deposit, ${all.add(json(rows))}::jsonb) d
    on conflict (order_id, number) do update set
      state = excluded.state, lost_from = excluded.lost_from, mined_at = excluded.mined_at,
      is_replacement = excluded.is_replacement,
      refund_fee_units = excluded.refund_fee_units, refund_failures = excluded.refund_failures
  )`,
}
