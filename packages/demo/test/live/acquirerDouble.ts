import { randomUUID } from 'node:crypto'
import { followUpHash, saleHash, type Signer } from '@cambio/cards/protocol/hash.ts'
import { platformDouble, type Answering, type ReceivedRequest } from '@cambio/rails/testing/platformDouble.ts'

/*
 * An acquirer that speaks the card protocol, as the platform's own documents describe it: what they do not describe is
 * an error here.
 */

export const clientKey = '22222222-2222-4222-8222-222222222222'
const signer: Signer = { password: 'the acquirer’s own', algorithm: 'md5' }
export const { password } = signer

type Taken = {
  readonly orderId: string
  readonly transId: string
  readonly amount: string
  readonly currency: string
  readonly email: string
  readonly subject: string
  status: 'PENDING' | 'SETTLED'
}

/** An acquirer that holds and takes whatever it is asked to. */
export async function openAcquirer() {
  const payments: Taken[] = []
  const double = await platformDouble((request) => answerTo(request, payments))
  return Object.assign(double, { payments })
}

function answerTo({ path, form }: ReceivedRequest, payments: Taken[]): Answering {
  if (path !== '/post' || form['client_key'] !== clientKey) return error(204002)
  if (form['action'] === 'SALE') return sale(form, payments)
  const payment = payments.find(
    ({ transId, orderId }) => transId === form['trans_id'] || orderId === form['order_id'],
  )
  if (!payment) return error(208001)
  const id = form['trans_id'] ?? payment.orderId
  if (form['hash'] !== followUpHash(signer, payment.email, id, payment.subject)) return error(100000)
  if (form['action'] === 'GET_TRANS_DETAILS')
    return { json: { ...common(payment), transactions: linesOf(payment) } }
  if (form['action'] === 'GET_TRANS_STATUS_BY_ORDER') return { json: common(payment) }
  if (form['action'] !== 'CAPTURE') return error(100000)
  payment.status = 'SETTLED'
  return { json: { ...common(payment), action: 'CAPTURE' } }
}

function sale(form: ReceivedRequest['form'], payments: Taken[]): Answering {
  const { card_number: number = '', payer_email: email = '' } = form
  const subject = number.slice(0, 6) + number.slice(-4)
  if (form['hash'] !== saleHash(signer, email, subject)) return error(100000)
  const payment: Taken = {
    orderId: form['order_id'] ?? '',
    transId: randomUUID(),
    amount: form['order_amount'] ?? '',
    currency: form['order_currency'] ?? '',
    email,
    subject,
    status: 'PENDING',
  }
  payments.push(payment)
  return { json: { ...common(payment), action: 'SALE' } }
}

function common({ status, orderId: order_id, transId: trans_id, amount, currency }: Taken) {
  return { result: 'SUCCESS', status, order_id, trans_id, amount, currency }
}

function linesOf({ status, amount }: Taken) {
  const line = (type: string) => ({ date: '2026-03-01 12:00:00', type, status: 'success', amount })
  return status === 'SETTLED' ? [line('SALE'), line('CAPTURE')] : [line('SALE')]
}

function error(error_code: number): Answering {
  return { status: 400, json: { result: 'ERROR', error_code, error_message: 'no', errors: [] } }
}
