import { callbackAsIf, declineAsIf } from '@cambio/exchange/order/data/callbackAsIf.ts'
import { choice, optional, required } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { Status } from '@cambio/wire/order/Order.ts'
import * as z from 'zod/mini'
import { orderStore } from '../../store/order/orders.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { noSuchOrder } from '../order/noSuchOrder.ts'
import { orderWord } from '../order/orderWord.ts'
import { httpAddress } from '../partner/partnerArguments.ts'
import { outcomeOf, receiverAt, statusOf } from './receiverAt.ts'
import { signerOf } from './signer.ts'

const events = [...Status.options, 'attempt_declined'] as const

/** Sends a partner's receiver a callback that would otherwise take long to occur. */
export const trigger = command({
  name: 'trigger',
  summary: [
    'Sandbox only: sends the order’s partner one callback, as if the order had reached that status now, or, with',
    'attempt_declined, as if a card had been declined. The order and its own callbacks stay as they are.',
    '--to names another receiver than the partner’s. What the order does not have itself, such as a limit or the',
    'transaction of a pay-out, is a sample.',
  ].join('\n'),
  words: {
    orderId: orderWord(),
    event: required(choice(events), `Name a status: ${events.join(', ')}.`),
  },
  options: { to: optional(httpAddress) },
  json: z.object({
    client_order_id: z.string(),
    callback_id: z.string(),
    event: z.enum(events),
    acknowledged: z.boolean(),
    status: z.nullable(z.number()),
  }),
  async run(deps: CommandDeps, { words: { orderId, event }, options: { to } }) {
    if (deps.mode !== 'sandbox')
      throw new CallRefused('Only a sandbox sends callbacks of what has not happened.')
    const order = await orderStore(deps).find(orderId)
    if (!order) throw noSuchOrder(orderId)
    const { secret, formerSecret, ...signer } = await signerOf(deps, order.partnerId)
    const url = to ?? signer.url
    if (url === null) throw new BadCall(`${signer.name} has no callback address: name one with --to.`)
    const at = deps.now()
    const { id, body } =
      event === 'attempt_declined'
        ? declineAsIf(deps.random, order, at)
        : callbackAsIf(deps.random, order, { status: event, at })
    const answer = await receiverAt(deps).deliver({ url, id, body, secret, formerSecret, at: deps.now() })
    const isTaken = answer.is === 'acknowledged'
    const outcome = outcomeOf(answer)
    return {
      text: `Sent ${event} of ${orderId} to ${url}: ${outcome}.`,
      data: {
        client_order_id: orderId,
        callback_id: id,
        event,
        acknowledged: isTaken,
        status: statusOf(answer),
      },
      failed: !isTaken,
    }
  },
})
