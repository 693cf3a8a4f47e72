import { readAmount } from '../../protocol/amount.ts'
import type { AcquirerPayment } from '../AcquirerPayment.ts'
import { DetailsReply, type Details } from './answers.ts'
import { call, paymentReferenceFields, NoAnswer } from './call.ts'
import type { UpstreamAccount } from './UpstreamAccount.ts'

/**
 * The state and history of a payment at the other platform.
 * @throws NoAnswer when it is refused, or is about another payment or amount than ours
 */
export async function getDetails(
  account: UpstreamAccount,
  payment: AcquirerPayment,
  signal: AbortSignal,
): Promise<Details> {
  const answer = await call(
    account,
    DetailsReply,
    { action: 'GET_TRANS_DETAILS', ...paymentReferenceFields(account, payment) },
    signal,
  )
  if (answer.result === 'ERROR') {
    throw new NoAnswer(`The upstream platform refused to say how a payment stands: ${answer.error_code}.`)
  }
  const { held, transactionId } = payment
  const isOurs =
    answer.order_id === transactionId &&
    answer.currency === held.currency &&
    readAmount(answer.amount, held.currency)?.units === held.units
  if (!isOurs) throw new NoAnswer('The upstream platform reported another payment than it was asked about.')
  return answer
}
