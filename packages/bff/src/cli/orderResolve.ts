import { applyFact } from '@cambio/exchange/order/applyFact.ts'
import type { Resolution } from '@cambio/exchange/order/resolved.ts'
import { choice, required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { orderStore } from '../store/orders.ts'
import type { StoreDeps } from '../store/StoreDeps.ts'
import { orderWord } from './orderWord.ts'

type Way = {
  readonly is: Resolution['is']
  readonly done: string
  /** Why it cannot be had, and what can. */
  readonly vain: string
}

const ways: Readonly<Record<'continue' | 'refund' | 'settle', Way>> = {
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

/** How the operator ends an order's wait. */
export const orderResolve = command({
  name: 'order resolve',
  summary: [
    'Ends an order’s wait for you. The note says why and stays in its history.',
    'continue  what was stopped goes on: coins may leave, and money may go back',
    'refund    money that is here goes back to the card, unless coins may have left for it',
    'settle    you and the buyer are quits: no money moves, no coins are sent, and the books say settled by hand',
  ].join('\n'),
  words: {
    orderId: orderWord(),
    way: required(choice(['continue', 'refund', 'settle']), 'Say continue, refund or settle.'),
  },
  options: { note: required(text(), 'Say why: --note "Buyer was paid by bank transfer".') },
  json: z.object({
    client_order_id: z.string(),
    status: z.string(),
    hold_reason: z.nullable(z.string()),
  }),
  async run(deps: StoreDeps, { words: { orderId, way }, options: { note } }) {
    const { is, done, vain } = ways[way]
    const orders = orderStore(deps)
    const before = await orders.find(orderId)
    if (!before) throw new BadCall(`There is no order ${orderId}.`)
    if (before.holdReason === null) throw new BadCall(`Order ${orderId} does not wait for you.`)
    const after = await applyFact({ ...deps, orders }, { orderId, fact: { is, note: note.trim() } })
    if (after.events.at(-1)?.fact !== is) throw new BadCall(`Order ${orderId} ${vain}.`)
    return {
      text: `Order ${orderId} ${done}. Its status is ${after.status}.`,
      data: { client_order_id: orderId, status: after.status, hold_reason: after.holdReason },
    }
  },
})
