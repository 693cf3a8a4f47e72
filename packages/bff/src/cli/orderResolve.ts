import { applyFact } from '@cambio/exchange/order/applyFact.ts'
import type { Resolution } from '@cambio/exchange/order/resolved.ts'
import { orderStore } from '../store/orders.ts'
import { BadCall, orderIdOf, textOf, type Command } from './Command.ts'

type Word = {
  readonly is: Resolution['is']
  readonly done: string
  /** Why it cannot be had, and what can. */
  readonly vain: string
}

const words: Readonly<Record<string, Word>> = {
  continue: {
    is: 'continued',
    done: 'goes on where it stopped',
    vain: 'has nothing to go on with; refund it, or settle it by hand',
  },
  refund: {
    is: 'refund_ordered',
    done: 'has its money given back',
    vain: 'has nothing of it to give back, or its coins may have left; settle it by hand',
  },
  settle: {
    is: 'settled_by_hand',
    done: 'is settled by hand; no money moved',
    vain: 'has nothing to settle',
  },
}

/** The operator's word on an order that waits for it. */
export const orderResolve: Command = {
  usage: 'order resolve <client_order_id> continue|refund|settle --note …',
  about: [
    'Ends an order’s wait for you. The note says why and stays in its history.',
    'continue  what was stopped goes on: coins may leave, and money may go back',
    'refund    money that is here goes back to the card, unless coins may have left for it',
    'settle    you and the buyer are quits: no money moves, no coins are sent, and the books say settled by hand',
  ].join('\n        '),
  words: 2,
  options: { note: { type: 'string' } },
  async run(deps, given) {
    const orderId = orderIdOf(given)
    const [, name = ''] = given.words
    const word = Object.hasOwn(words, name) ? words[name] : undefined
    const note = textOf(given, 'note')?.trim()
    if (!word) throw new BadCall('Say continue, refund or settle.')
    if (!note) throw new BadCall('Say why: --note "Buyer was paid by bank transfer".')
    const orders = orderStore(deps)
    const before = await orders.find(orderId)
    if (!before) throw new BadCall(`There is no order ${orderId}.`)
    if (before.holdReason === null) throw new BadCall(`Order ${orderId} does not wait for you.`)
    const after = await applyFact({ ...deps, orders }, { orderId, fact: { is: word.is, note } })
    if (after.events.at(-1)?.fact !== word.is) throw new BadCall(`Order ${orderId} ${word.vain}.`)
    return {
      text: `Order ${orderId} ${word.done}. Its status is ${after.status}.`,
      data: { client_order_id: orderId, status: after.status, hold_reason: after.holdReason },
    }
  },
}
