import type { CardPayin } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import { json } from '../../store/order/orderWrite.ts'
import type { PayinStorage } from '../PayinStorage.ts'
import { attemptColumns, fromAttemptRow, toAttemptRow } from './AttemptRow.ts'

/** Attempts have a table; only the mutable columns of existing ones are written. */
export const cardStorage: PayinStorage<CardPayin> = {
  columns: () => ({}),
  read: ({ attempts }) => ({ is: 'card', attempts: (attempts ?? []).map(fromAttemptRow) }),
  select: `
    (select json_agg(to_jsonb(a) || jsonb_build_object('amount_units', a.amount_units::text,
      'charged_units', a.charged_units::text, 'won_units', a.won_units::text, 'taken_units', a.taken_units::text) order by a.number)
      from attempt a where a.order_id = o.id) as attempts`,
  write(all, { id }, { attempts }) {
    if (attempts.length === 0) return null
    const rows = json(attempts.map((attempt) => toAttemptRow(id, attempt)))
    return {
      name: 'attempts',
      part: `tries as (
    insert into attempt (${attemptColumns()})
    select ${attemptColumns('a')} from written, jsonb_populate_recordset(null::attempt, ${all.add(rows)}::jsonb) a
    on conflict (order_id, number) do update set
      state = excluded.state, trans_id = excluded.trans_id, challenge_url = excluded.challenge_url,
      challenge_method = excluded.challenge_method, challenge_params = excluded.challenge_params,
      reason = excluded.reason, settled = excluded.settled, accepted = excluded.accepted,
      amount_units = excluded.amount_units, amount_currency = excluded.amount_currency,
      charged_units = excluded.charged_units, won_units = excluded.won_units,
      taken_units = excluded.taken_units, charged_from = excluded.charged_from
  )`,
    }
  },
}
