import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { CALLBACKS_CHANNEL } from '../../store/orderWrite.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { orderWord } from '../order/orderWord.ts'

/** Sends an order's callbacks again that were given up, from the first attempt on. */
export const callbackResend = command({
  name: 'callback resend',
  summary:
    'Sends an order’s callbacks again that were given up in the last 31 days. An endpoint that said 410 is switched on again.',
  words: { orderId: orderWord() },
  options: {},
  json: z.object({ client_order_id: z.string(), resent: z.number() }),
  async run({ query, now }: StoreDeps, { words: { orderId } }) {
    const [found] = await query<{ resent: bigint; orders: bigint }>({
      name: 'cli_callback_resend',
      text: RESEND,
      values: [orderId, now()],
    })
    if (found?.orders !== 1n) throw new BadCall(`There is no order ${orderId}.`)
    const count = Number(found.resent)
    return {
      text:
        count === 0
          ? 'No callback of this order was given up in the last 31 days.'
          : `Sending ${count} again.`,
      data: { client_order_id: orderId, resent: count },
    }
  },
})

const RESEND = `
  with again as (
    update callback set state = 'waiting', ended_at = null, due_at = $2::timestamptz, lease_until = null,
      due_attempts = 0
    where order_id = $1 and state = 'failed' and body is not null returning partner_id
  ),
  switched_on as (
    update partner set callbacks_off_at = null
    where id in (select partner_id from again) and callbacks_off_at is not null
  )
  select (select count(*) from again) as resent, (select count(*) from orders where id = $1) as orders,
    (select count(pg_notify('${CALLBACKS_CHANNEL}', '')) from again)`
