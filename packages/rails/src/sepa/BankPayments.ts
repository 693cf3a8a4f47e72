import type { DuePayment, OrderedPayment } from '@cambio/exchange/payin/transfer/statement/OrderedPayment.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/** A payment to make, and its purpose. */
type NewPayment = OrderedPayment & {
  readonly orderId: string
  /** The number of the order's transfer that is sent back. Null where the order is paid out. */
  readonly transferNumber: number | null
}

/**
 * Puts a payment in the next file. A repeated request makes no second payment. A transfer is sent back by one payment
 * at a time, whatever its id: another may follow only when the previous one was returned or rejected.
 */
export async function orderPayment(
  { query, now }: { query: Query; now: () => Date },
  { id, orderId, transferNumber, amount, name, iban, remittance }: NewPayment,
): Promise<void> {
  await query({
    name: 'bank_payment_order',
    text: `
      insert into bank_payment
        (id, order_id, transfer_number, units, currency, name, iban, remittance, created_at)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9
      where not exists (
        select from bank_payment
        where order_id = $2 and transfer_number = $3 and state not in ('returned', 'rejected'))
      on conflict (id) do nothing`,
    values: [id, orderId, transferNumber, amount.units, amount.currency, name, iban, remittance, now()],
  })
}

/**
 * Makes sure, inside a transaction, that no file contains the payment that pays out an order, whether it is ordered
 * already or a moment later.
 * @returns false where a file has contained it
 */
export async function callOffPayment(
  query: Query,
  payment: Pick<OrderedPayment, 'id' | 'amount' | 'iban'> & { orderId: string; at: Date },
): Promise<boolean> {
  const { id, orderId, amount, iban, at } = payment
  const calledOff = await query({
    name: 'bank_payment_call_off',
    text: `
      insert into bank_payment (id, order_id, units, currency, name, iban, remittance, state, created_at)
      values ($1, $2, $3, $4, '', $5, $2, 'called_off', $6)
      on conflict (id) do update set state = 'called_off' where bank_payment.state in ('due', 'called_off')
      returning id`,
    values: [id, orderId, amount.units, amount.currency, iban, at],
  })
  return calledOff.length > 0
}

/** `called_off`: no file has contained it, and none will. `rejected`: the bank refused it. */
export type PaymentState = 'due' | 'called_off' | 'exported' | 'rejected' | 'sent' | 'returned'

/** The state of a payment by the bank's statements. Undefined where no payment has this id. */
export async function paymentStateOf(query: Query, id: string): Promise<PaymentState | undefined> {
  const [row] = await query<{ state: PaymentState }>({
    name: 'bank_payment_state',
    text: 'select state from bank_payment where id = $1',
    values: [id],
  })
  return row?.state
}

type PaymentRow = Omit<OrderedPayment, 'amount'> & { readonly units: bigint; readonly currency: string }

/** The payments that are in no file yet, the oldest first. */
export async function duePayments(query: Query): Promise<DuePayment[]> {
  const rows = await query<PaymentRow & { order_id: string | null; transfer_number: number | null }>({
    name: 'bank_payment_due',
    text: `
      select id, order_id, transfer_number, units, currency, name, iban, remittance
      from bank_payment where state = 'due' order by created_at, id`,
    values: [],
  })
  return rows.map((row) => ({
    ...paymentOf(row),
    orderId: row.order_id,
    transferNumber: row.transfer_number,
  }))
}

/** Assigns to one file those of these payments that are in no file yet. Two calls at once share none. */
export async function assignToFile(
  query: Query,
  file: { id: string; at: Date; by: string },
  ids: readonly string[],
): Promise<OrderedPayment[]> {
  const rows = await query<PaymentRow>({
    name: 'bank_payment_take',
    text: `
      update bank_payment set state = 'exported', file_id = $1, exported_at = $2, exported_by = $3
      where id in (
        select id from bank_payment where state = 'due' and id = any($4) order by created_at, id for update
      ) and state = 'due'
      returning id, units, currency, name, iban, remittance`,
    values: [file.id, file.at, file.by, ids],
  })
  return rows.map(paymentOf).toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/**
 * The payments of a file, to be written again. A payment that its bank has rejected is not requested again under its
 * id.
 * @returns undefined where there is no such file
 */
export async function paymentsOf(
  query: Query,
  fileId: string,
): Promise<{ at: Date; payments: OrderedPayment[]; rejected: number } | undefined> {
  const rows = await query<PaymentRow & { readonly exported_at: Date; readonly state: PaymentState }>({
    name: 'bank_payment_of_file',
    text: `
      select id, units, currency, name, iban, remittance, exported_at, state
      from bank_payment where file_id = $1 order by id`,
    values: [fileId],
  })
  const [first] = rows
  const taken = rows.filter(({ state }) => state !== 'rejected')
  return (
    first && {
      at: first.exported_at,
      payments: taken.map(paymentOf),
      rejected: rows.length - taken.length,
    }
  )
}

/** Which of these payments exist, and all payments of these files, each with its file. */
export async function paymentsInFiles(
  query: Query,
  { ids, files }: { ids: readonly string[]; files: readonly string[] },
): Promise<{ id: string; fileId: string | null }[]> {
  const rows = await query<{ id: string; file_id: string | null }>({
    name: 'bank_payment_in_files',
    text: 'select id, file_id from bank_payment where id = any($1) or file_id = any($2) order by id',
    values: [ids, files],
  })
  return rows.map(({ id, file_id: fileId }) => ({ id, fileId }))
}

function paymentOf({ id, units, currency, name, iban, remittance }: PaymentRow): OrderedPayment {
  return { id, amount: { units, currency }, name, iban, remittance }
}
