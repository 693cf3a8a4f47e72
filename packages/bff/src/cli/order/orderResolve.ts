import type { Instructed } from '@cambio/exchange/operator/order/instruct.ts'
import { resolveOrder, type ResolveWay } from '@cambio/exchange/operator/order/resolveOrder.ts'
import { expiresAtOf } from '@cambio/exchange/order/Order.ts'
import { choice, required } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { ActedOn, actedOn } from './actedOn.ts'
import { orderWord } from './orderWord.ts'
import { refundText } from './refundText.ts'

/** Describes what the order does from then on, in the output. */
const saidOf: Readonly<Record<ResolveWay, (done: Instructed) => string>> = {
  continue: goesOn,
  refund: refundText,
  settle: () => 'is settled by hand; no money moved',
}

/**
 * Describes an order that goes on. Its money may have been charged back: then it waits to be paid again, or for its
 * client.
 */
function goesOn({ before, after: order }: Instructed): string {
  if (before.stops.includes('frozen'))
    return `goes on where it stopped. If the list on the chain, which is asked too, names its wallet, it is frozen again in some seconds: see “order show ${order.id}”`
  const at = order.status === 'pending' ? null : expiresAtOf(order)
  return at === null
    ? 'goes on where it stopped'
    : `goes on where it stopped: it is not paid, and expires at ${at.toISOString()} unless its buyer pays`
}

/** Resolves an order that waits for the operator. */
export const orderResolve = command({
  name: 'order resolve',
  summary: [
    'Resolves an order that waits for you. The reason stays in its history.',
    'continue  the order resumes: coins may leave, and money may be refunded',
    'refund    money that is here is refunded the way it was paid, unless coins may have left for it',
    'settle    you have settled with the buyer: no money moves, no coins are sent, and the books say settled by hand; money that',
    '          a reorganisation removed after coins had left for it is written off as your loss',
  ].join('\n'),
  words: {
    orderId: orderWord(),
    way: required(choice(['continue', 'refund', 'settle']), 'Choose continue, refund or settle.'),
  },
  options: orderActOptions,
  json: ActedOn,
  async run(deps: CommandDeps, { words: { orderId, way }, options: { reason, actor = deps.operator } }) {
    const outcome = await resolveOrder(operatorDeps(deps), { orderId, way, reason, actor })
    return actedOn(orderId, outcome, saidOf[way])
  },
})
