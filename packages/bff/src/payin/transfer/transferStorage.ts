import type { TransferPayin } from '@cambio/exchange/payin/transfer/machine/TransferPayin.ts'
import { json } from '../../store/order/orderWrite.ts'
import type { PayinStorage } from '../PayinStorage.ts'
import { fromTransferRow, toTransferRow, transferColumns } from './TransferRow.ts'

/** Transfers have a table; only the mutable columns of existing ones are written. */
export const transferStorage: PayinStorage<TransferPayin> = {
  columns: () => ({}),
  read: ({ transfers }) => ({ is: 'transfer', transfers: (transfers ?? []).map(fromTransferRow) }),
  select: `
    (select json_agg(to_jsonb(t) || jsonb_build_object('units', t.units::text,
        'taken_units', t.taken_units::text, 'again_units', t.again_units::text) order by t.number)
      from transfer t where t.order_id = o.id) as transfers`,
  write(all, { id }, { transfers }) {
    if (transfers.length === 0) return null
    const rows = json(transfers.map((transfer) => toTransferRow(id, transfer)))
    return {
      name: 'transfers',
      part: `transfers as (
    insert into transfer (${transferColumns()})
    select ${transferColumns('t')} from written, jsonb_populate_recordset(null::transfer, ${all.add(rows)}::jsonb) t
    on conflict (order_id, number) do update set
      state = excluded.state, taken_units = excluded.taken_units, again_units = excluded.again_units,
      taken_from = excluded.taken_from
  )`,
    }
  },
}
