import { payinOf } from '@cambio/exchange/order/Order.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { ActedOn, actedOn, actOnOrder } from '../order/actOnOrder.ts'
import { orderWord } from '../order/orderWord.ts'
import { whyFrozen } from '../order/stillListed.ts'
import { wasGivenBack } from '../order/wasGivenBack.ts'
import { whyNotGivenBack } from '../order/whyNotGivenBack.ts'

/** Tries to give back what an order owes, once more. */
export const owedReturn = command({
  name: 'owed return',
  summary:
    'Gives back what is owed for an order, by the way it came. Where that does not take it, it stays owed.',
  words: { orderId: orderWord() },
  options: orderActOptions,
  json: ActedOn,
  async run(deps: CommandDeps, { words: { orderId }, options: { reason, actor } }) {
    if (/^bank:/i.test(orderId))
      throw new CallRefused(
        'That money came for no order: send it back by your bank, and say so by “owed settle”; no money moved.',
      )
    const fact = { is: 'refund_ordered', of: 'what_waits', note: reason } as const
    const acted = await actOnOrder(
      deps,
      { orderId, act: 'owed return', reason, actor },
      async (before, query) => {
        if (before.holdReason === 'frozen') return { objection: await whyFrozen(query, before) }
        if (payinOf(before).owed === null) return { objection: 'owes nothing' }
        return { fact, otherwise: whyNotGivenBack(before) }
      },
    )
    return actedOn(acted, wasGivenBack(acted))
  },
})
