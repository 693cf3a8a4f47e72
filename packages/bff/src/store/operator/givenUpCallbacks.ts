import type { GivenUpCallbacks } from '@cambio/exchange/operator/callback/resendCallbacks.ts'
import { CALLBACKS_CHANNEL } from '../order/orderWrite.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** Callbacks that were given up and whose bodies are still kept, inside a transaction. */
export function givenUpCallbacks({ query, now }: Pick<StoreDeps, 'query' | 'now'>): GivenUpCallbacks {
  return {
    async resend({ orderId, partnerId }) {
      const [counts] = await query<{ resent: bigint }>({
        name: 'callback_resend',
        text: RESEND,
        values: [orderId, now(), partnerId],
      })
      return Number(counts?.resent ?? 0n)
    },
  }
}

const RESEND = `
  with again as (
    update callback set state = 'waiting', ended_at = null, due_at = $2::timestamptz, lease_until = null,
      due_attempts = 0
    where ($1::text is null or order_id = $1) and ($3::text is null or partner_id = $3)
      and state = 'failed' and body is not null returning partner_id
  ),
  switched_on as (
    update partner set callbacks_off_at = null
    where id in (select partner_id from again) and callbacks_off_at is not null
  )
  select (select count(*) from again) as resent, (select count(pg_notify('${CALLBACKS_CHANNEL}', '')) from again)`
