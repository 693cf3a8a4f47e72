import { returnOwed } from '@cambio/exchange/operator/order/returnOwed.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { ActedOn, actedOn } from '../order/actedOn.ts'
import { orderWord } from '../order/orderWord.ts'
import { refundText } from '../order/refundText.ts'

/** Retries the refund of what is owed for an order. */
export const owedReturn = command({
  name: 'owed return',
  summary: 'Refunds what is owed for an order, the way it was paid. If that fails, it stays owed.',
  words: { orderId: orderWord() },
  options: orderActOptions,
  json: ActedOn,
  async run(deps: CommandDeps, { words: { orderId }, options: { reason, actor = deps.operator } }) {
    const outcome = await returnOwed(operatorDeps(deps), { orderId, reason, actor })
    return actedOn(orderId, outcome, refundText)
  },
})
