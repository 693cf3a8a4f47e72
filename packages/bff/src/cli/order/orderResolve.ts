import { lapsesAt, type Fact, type Order } from '@cambio/exchange/order/Order.ts'
import type { Resolution } from '@cambio/exchange/order/resolved.ts'
import { choice, required } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { orderActOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { ActedOn, actedOn, actOnOrder, type Acted } from './actOnOrder.ts'
import { orderWord } from './orderWord.ts'
import { wasGivenBack } from './wasGivenBack.ts'
import { whyNotContinued } from './whyNotContinued.ts'
import { whyNotGivenBack } from './whyNotGivenBack.ts'

type Way = {
  readonly factOf: (note: string) => Fact & Resolution
  /** What the order does from then on. */
  readonly done: (acted: Acted) => string
  /** Why the order cannot do that, and what it can. */
  readonly objection: (order: Order) => string
}

const ways: Readonly<Record<'continue' | 'refund' | 'settle', Way>> = {
  continue: {
    factOf: (note) => ({ is: 'continued', note }),
    done: goesOn,
    objection: whyNotContinued,
  },
  refund: {
    factOf: (note) => ({ is: 'refund_ordered', of: 'what_waits', note }),
    done: wasGivenBack,
    objection: whyNotGivenBack,
  },
  settle: {
    factOf: (note) => ({ is: 'settled_by_hand', note }),
    done: () => 'is settled by hand; no money moved',
    objection: () => 'has nothing to settle',
  },
}

/** What stopped an order may have taken its money away, so that it waits to be paid again, or for its client. */
function goesOn({ before, after: order }: Acted): string {
  if (before.holdReason === 'frozen')
    return `goes on where it stopped. Where the list on the chain, which is asked too, names its wallet, it is frozen again in some seconds: “order show ${order.id}” tells`
  const at = order.status === 'pending' ? null : lapsesAt(order)
  return at === null
    ? 'goes on where it stopped'
    : `goes on where it stopped: it is not paid, and expires at ${at.toISOString()} unless its buyer pays`
}

/** How the operator ends an order's wait. */
export const orderResolve = command({
  name: 'order resolve',
  summary: [
    'Ends an order’s wait for you. The reason stays in its history.',
    'continue  what was stopped goes on: coins may leave, and money may go back',
    'refund    money that is here goes back the way it came, unless coins may have left for it',
    'settle    you and the buyer are quits: no money moves, no coins are sent, and the books say settled by hand; what',
    '          a reorganisation took away after coins had left for it is written off as your loss',
  ].join('\n'),
  words: {
    orderId: orderWord(),
    way: required(choice(['continue', 'refund', 'settle']), 'Say continue, refund or settle.'),
  },
  options: orderActOptions,
  json: ActedOn,
  async run(deps: CommandDeps, { words: { orderId, way }, options: { reason, actor } }) {
    const { factOf, done, objection } = ways[way]
    const acted = await actOnOrder(deps, { orderId, act: `resolve ${way}`, reason, actor }, (before) =>
      before.holdReason === null
        ? { objection: 'does not wait for you' }
        : { fact: factOf(reason), otherwise: objection(before) },
    )
    return actedOn(acted, done(acted))
  },
})
