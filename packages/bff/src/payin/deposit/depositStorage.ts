import type { DepositPayin } from '@cambio/exchange/payin/deposit/machine/DepositPayin.ts'
import { present } from '@cambio/server/postgres/present.ts'
import { json } from '../../store/order/orderWrite.ts'
import type { PayinStorage } from '../PayinStorage.ts'
import { depositColumns, fromDepositRow, toDepositRow } from './DepositRow.ts'

/**
 * The address is stored with the order. Deposits have a table; only the mutable columns of existing ones are written.
 */
export const depositStorage: PayinStorage<DepositPayin> = {
  columns: ({ address, refundAddress }) => ({ payin_address: address, refund_address: refundAddress }),
  read: (row) => ({
    is: 'deposit',
    address: present(row, 'payin_address'),
    refundAddress: row.refund_address,
    deposits: (row.deposits ?? []).map(fromDepositRow),
  }),
  select: `
    (select json_agg(to_jsonb(d) || jsonb_build_object('units', d.units::text,
        'refund_fee_units', d.refund_fee_units::text) order by d.number)
      from deposit d where d.order_id = o.id) as deposits`,
  write(all, { id }, { deposits }) {
    if (deposits.length === 0) return null
    const rows = json(deposits.map((deposit) => toDepositRow(id, deposit)))
    return {
      name: 'deposits',
      part: `deposits as (
    insert into deposit (${depositColumns()})
    select ${depositColumns('d')} from written, jsonb_populate_recordset(null::deposit, ${all.add(rows)}::jsonb) d
    on conflict (order_id, number) do update set
      state = excluded.state, lost_from = excluded.lost_from, mined_at = excluded.mined_at,
      is_replacement = excluded.is_replacement,
      refund_fee_units = excluded.refund_fee_units, refund_failures = excluded.refund_failures
  )`,
    }
  },
}
