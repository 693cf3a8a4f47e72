import { command } from '@cambio/server/cli/Command.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { ActedOn, actedOn, actOnOrder } from './actOnOrder.ts'
import { orderWord } from './orderWord.ts'
import { whyFrozen } from './stillListed.ts'
import { wasGivenBack } from './wasGivenBack.ts'
import { whyNotGivenBack } from './whyNotGivenBack.ts'

/** Gives an order's money back, whether or not the order waits for anybody. */
export const orderRefund = command({
  name: 'order refund',
  summary:
    'Gives back all of an order’s money that is here, by the way it came, unless its coins may have left already.',
  words: { orderId: orderWord() },
  options: orderActOptions,
  json: ActedOn,
  async run(deps: CommandDeps, { words: { orderId }, options: { reason, actor } }) {
    const fact = { is: 'refund_ordered', of: 'all', note: reason } as const
    const acted = await actOnOrder(deps, { orderId, act: 'refund', reason, actor }, async (before, query) =>
      before.holdReason === 'frozen'
        ? { objection: await whyFrozen(query, before) }
        : { fact, otherwise: whyNotGivenBack(before) },
    )
    return actedOn(acted, wasGivenBack(acted))
  },
})
