import { contract } from '@cambio/wire/http/contract.ts'
import { ended, type Status } from '@cambio/wire/order/Order.ts'
import type { CallbackV1, CallbackV2 } from '@cambio/wire/partner/Callback.ts'
import { answerOf } from '../../reference/examples.ts'

/** A callback about an order that does not exist: the example of the reference, with these statuses. */
export function sampleCallback(
  version: 1 | 2,
  { orderId, statuses, at }: { orderId: string; statuses: readonly Status[]; at: Date },
): string {
  const example = contract.partner.order.answer.parse(answerOf('partner.order', contract.partner.order))
  const seconds = at.getTime() / 1_000
  const status = statuses.at(-1) ?? example.status
  const named = { client_order_id: orderId, partner_order_id: `doctor-${orderId}` }
  if (version === 1) {
    const { payin_currency, payout_currency, dst_address, dst_tag, memo_id, memo_value } = example
    return JSON.stringify({
      partner_order_id: named.partner_order_id,
      payin_amount: Number(example.payin_amount),
      payout_amount: Number(example.payout_amount),
      payin_currency,
      payout_currency,
      status,
      dst_address,
      dst_tag,
      memo_id,
      memo_value,
    } satisfies CallbackV1)
  }
  return JSON.stringify({
    type: 'client_order',
    version: 2,
    client_order: {
      ...example,
      ...named,
      status,
      status_log: statuses.map((each, place) => ({ at: seconds + place, status: each })),
      client_email: 'buyer@example.com',
      expected_payout_amount: example.payout_amount,
      finished_at: ended.has(status) ? `${Math.floor(seconds)}.000000` : null,
    },
  } satisfies CallbackV2)
}
