import { refundOrder } from '@cambio/exchange/operator/order/refundOrder.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { ActedOn, actedOn } from './actedOn.ts'
import { orderWord } from './orderWord.ts'
import { refundText } from './refundText.ts'

/** Refunds an order, whether or not it waits for the operator. */
export const orderRefund = command({
  name: 'order refund',
  summary:
    'Refunds all of an order’s money that is here, the way it was paid, unless its coins may have left already.',
  words: { orderId: orderWord() },
  options: orderActOptions,
  json: ActedOn,
  async run(deps: CommandDeps, { words: { orderId }, options: { reason, actor = deps.operator } }) {
    const outcome = await refundOrder(operatorDeps(deps), { orderId, reason, actor })
    return actedOn(orderId, outcome, refundText)
  },
})
