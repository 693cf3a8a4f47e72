import { approveOrder } from '@cambio/exchange/operator/order/approveOrder.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { ActedOn, actedOn } from './actedOn.ts'
import { orderWord } from './orderWord.ts'

/** Approves an order that waits for its client's documents, or for the operator. */
export const orderApprove = command({
  name: 'order approve',
  summary: [
    'Approves an order that is pending for its client’s limit: you have checked what the client was asked for, and its',
    'level rises to what the order needs. A stopped order resumes where it stopped.',
  ].join('\n'),
  words: { orderId: orderWord() },
  options: orderActOptions,
  json: ActedOn,
  async run(deps: CommandDeps, { words: { orderId }, options: { reason, actor = deps.operator } }) {
    const outcome = await approveOrder(operatorDeps(deps), { orderId, reason, actor })
    return actedOn(orderId, outcome, ({ way, openReview }) => {
      const done = way === 'continued' ? 'goes on where it stopped' : 'is approved and goes on now'
      return openReview === null ? done : `${done}. ${stillOpen(openReview)}`
    })
  },
})

/** Mentions a verification that stays undecided when an order is approved. */
function stillOpen(verification: string): string {
  return `Its client’s verification ${verification} is still open: “client verifications” shows it`
}
