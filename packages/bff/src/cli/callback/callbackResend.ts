import { resendCallbacks } from '@cambio/exchange/operator/callback/resendCallbacks.ts'
import { flag, optional, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderStore } from '../../store/order/orders.ts'
import { optionalReasonOptions } from '../actArguments.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { noSuchOrder } from '../order/noSuchOrder.ts'
import { optionalOrderWord } from '../order/orderWord.ts'
import { archivedCallbacks } from './archivedCallbacks.ts'

/** Resends callbacks that were given up, starting again with the first attempt. */
export const callbackResend = command({
  name: 'callback resend',
  summary: [
    'Resends the callbacks that failed in the last 31 days: those of an order, those of a partner (--partner), or',
    'all of them (--failed). An endpoint that answered 410 is switched on again.',
    'The record names who resent them: --actor, or the account that the command runs under.',
  ].join('\n'),
  words: { orderId: optionalOrderWord() },
  options: { failed: flag(), partner: optional(text('PARTNER')), ...optionalReasonOptions },
  json: z.object({ client_order_id: z.nullable(z.string()), resent: z.number() }),
  async run(deps: CommandDeps, { words: { orderId = null }, options }) {
    const { failed, partner, reason = null, actor = deps.operator } = options
    const partnerId = await partnerIdOf(deps, partner)
    if (orderId === null && partnerId === null && !failed)
      throw new BadCall('Name an order by its client_order_id, or a partner, or give --failed for all.')
    const act = { orderId, partnerId, reason, actor }
    const outcome = await resendCallbacks(operatorDeps(deps), act)
    if (outcome.is === 'refused' && outcome.code === 'no_such_order') throw noSuchOrder(orderId ?? '')
    const resent = outcome.is === 'done' ? outcome.done : 0
    const whose = orderId === null ? 'No callback' : 'No callback of this order'
    const order = orderId === null || resent > 0 ? undefined : await orderStore(deps).find(orderId)
    const none = `${whose} failed in the last 31 days.${await archivedCallbacks(deps, order)}`
    return {
      text: resent === 0 ? none : `Sending ${resent} again.`,
      data: { client_order_id: orderId, resent },
    }
  },
})
