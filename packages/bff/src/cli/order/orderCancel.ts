import { cancelOrder } from '@cambio/exchange/operator/order/cancelOrder.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { ActedOn, actedOn } from './actedOn.ts'
import { orderWord } from './orderWord.ts'

/** Cancels an unpaid order. */
export const orderCancel = command({
  name: 'order cancel',
  summary: 'Cancels an unpaid order. Money that arrives for it later is refunded, or owed.',
  words: { orderId: orderWord() },
  options: orderActOptions,
  json: ActedOn,
  async run(deps: CommandDeps, { words: { orderId }, options: { reason, actor = deps.operator } }) {
    const outcome = await cancelOrder(operatorDeps(deps), { orderId, reason, actor })
    return actedOn(orderId, outcome, () => 'is canceled; no money moved')
  },
})
