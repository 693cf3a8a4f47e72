import { command } from '@cambio/server/cli/Command.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { ActedOn, actedOn, actOnOrder } from './actOnOrder.ts'
import { orderWord } from './orderWord.ts'
import { whyNotCanceled } from './whyNotCanceled.ts'

/** Ends an order that nothing was paid for. */
export const orderCancel = command({
  name: 'order cancel',
  summary: 'Cancels an order that nothing was paid for. Money that comes for it later goes back, or is owed.',
  words: { orderId: orderWord() },
  options: orderActOptions,
  json: ActedOn,
  async run(deps: CommandDeps, { words: { orderId }, options: { reason, actor } }) {
    const fact = { is: 'cancel_ordered', note: reason } as const
    const acted = await actOnOrder(deps, { orderId, act: 'cancel', reason, actor }, (before) => ({
      fact,
      otherwise: whyNotCanceled(before),
    }))
    return actedOn(acted, 'is canceled; no money moved')
  },
})
