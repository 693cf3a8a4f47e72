import { flag, optional, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { CALLBACKS_CHANNEL } from '../../store/orderWrite.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import { noSuchOrder } from '../order/noSuchOrder.ts'
import { optionalOrderWord } from '../order/orderWord.ts'

/** Sends callbacks again that were given up, from the first attempt on. */
export const callbackResend = command({
  name: 'callback resend',
  summary: [
    'Sends callbacks again that were given up in the last 31 days: those of an order, those of a partner (--partner), or',
    'all of them (--failed). An endpoint that said 410 is switched on again.',
  ].join('\n'),
  words: { orderId: optionalOrderWord() },
  options: { failed: flag(), partner: optional(text('PARTNER')) },
  json: z.object({ client_order_id: z.nullable(z.string()), resent: z.number() }),
  async run(deps: StoreDeps, { words: { orderId = null }, options: { failed, partner } }) {
    const partnerId = await partnerIdOf(deps, partner)
    if (orderId === null && partnerId === null && !failed)
      throw new BadCall('Name an order by its client_order_id, or a partner, or say --failed for all.')
    const [counts] = await deps.query<{ resent: bigint; orders: bigint }>({
      name: 'cli_callback_resend',
      text: RESEND,
      values: [orderId, deps.now(), partnerId],
    })
    if (orderId !== null && counts?.orders !== 1n) throw noSuchOrder(orderId)
    const resent = Number(counts?.resent ?? 0n)
    const whose = orderId === null ? 'No callback' : 'No callback of this order'
    return {
      text: resent === 0 ? `${whose} was given up in the last 31 days.` : `Sending ${resent} again.`,
      data: { client_order_id: orderId, resent },
    }
  },
})

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
  select (select count(*) from again) as resent, (select count(*) from orders where id = $1) as orders,
    (select count(pg_notify('${CALLBACKS_CHANNEL}', '')) from again)`
