import {
  StatementDiffers,
  type BankPayment,
  type StatementHold,
  type StatementLine as Line,
  type StatementStore,
} from '@cambio/exchange/statement/StatementStore.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { orderStore } from './orders.ts'
import { within, type StoreDeps } from './StoreDeps.ts'

/** Lines of the bank's statements, kept in PostgreSQL. */
export function statementStore(deps: StoreDeps): StatementStore {
  return {
    once: (line, work) =>
      deps.transaction(async (query) => {
        const { iban, entry } = line
        if (!(await keep(query, line, deps.now()))) {
          await checkSame(query, line)
          return 'seen'
        }
        const outcome = await work(holdOf(within(deps, query)))
        await query({
          name: 'bank_entry_outcome',
          text: 'update bank_entry set outcome = $3, order_id = $4 where iban = $1 and reference = $2',
          values: [iban, entry.reference, outcome.is, outcome.orderId],
        })
        return outcome
      }),
  }
}

/** Keeps a line; false where it was kept before. Who imports the same at the same time waits here. */
async function keep(query: Query, { iban, entry, hash, by }: Line, at: Date): Promise<boolean> {
  const kept = await query<{ reference: string }>({
    name: 'bank_entry_keep',
    text: `
      insert into bank_entry (iban, reference, side, units, currency, booked_on, is_return, end_to_end_id,
        remittance, party_name, party_iban, file_hash, imported_by, imported_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, decode($12, 'hex'), $13, $14)
      on conflict (iban, reference) do nothing returning reference`,
    values: [
      iban,
      entry.reference,
      entry.side,
      entry.amount.units,
      entry.amount.currency,
      entry.bookedOn,
      entry.isReturn,
      entry.endToEndId,
      entry.remittance,
      entry.party.name,
      entry.party.iban,
      hash,
      by,
      at,
    ],
  })
  return kept.length > 0
}

/** @throws StatementDiffers */
async function checkSame(query: Query, { iban, entry }: Line): Promise<void> {
  const { reference, side, amount } = entry
  const same = await query<{ reference: string }>({
    name: 'bank_entry_same',
    text: `
      select reference from bank_entry
      where iban = $1 and reference = $2 and side = $3 and units = $4 and currency = $5`,
    values: [iban, reference, side, amount.units, amount.currency],
  })
  if (same.length === 0) throw new StatementDiffers(reference)
}

type PaymentRow = {
  readonly id: string
  readonly order_id: string
  readonly transfer_number: number
  readonly state: BankPayment['state']
  readonly units: bigint
  readonly currency: string
}

function holdOf(deps: StoreDeps): StatementHold {
  const { query } = deps
  return {
    orders: orderStore(deps),
    async transferOrders(ids) {
      if (ids.length === 0) return []
      const found = await query<{ id: string }>({
        name: 'bank_entry_orders',
        text: `select id from orders where id = any($1) and payin_group = 'sepa' order by id`,
        values: [ids],
      })
      return found.map(({ id }) => id)
    },
    async payment(endToEndId) {
      const [row] = await query<PaymentRow>({
        name: 'bank_payment_find',
        text: `
          select id, order_id, transfer_number, state, units, currency from bank_payment where id = $1 for update`,
        values: [endToEndId],
      })
      if (!row) return undefined
      const { order_id: orderId, transfer_number: number, ...rest } = row
      return { ...rest, orderId, number }
    },
    async paymentBecame(id, state) {
      const text = 'update bank_payment set state = $2 where id = $1'
      await query({ name: 'bank_payment_became', text, values: [id, state] })
    },
    post: (journals) => postJournals(query, journals, deps.now()),
  }
}
