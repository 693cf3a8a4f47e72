import { bankAnswers } from '@cambio/rails/TestCard.ts'
import { clientIpOf, type DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { chargeFence } from '../../fence/chargeFence.ts'
import { bodyText, receiveBody } from '../../http/bodyText.ts'
import { parse } from '../../http/parse.ts'
import { readBody } from '../../http/readBody.ts'
import { payByTestCard } from '../../payin/card/payByTestCard.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { withRatesFor } from '../../program/faultyProviders.ts'
import { orderDeps } from '../../program/orderDeps.ts'
import type { Stores } from '../../store/stores.ts'
import { timedOf } from './sandboxClock.ts'

const PayByCard = z.strictObject({
  request_id: z.optional(z.string()),
  client_order_id: z.optional(z.string()),
  /** The expiry of a test card, which selects the outcome. */
  card: z.string().check(z.regex(/^(0[1-9]|1[0-2])\/20\d\d$/)),
  /** Its security code, which chooses the reason of a decline. */
  cvv: z.optional(z.string().check(z.regex(/^\d{3}$/))),
  /** Whether the buyer wants the card to be saved. */
  save: z.optional(z.boolean()),
  /** The buyer's answer to the bank's challenge; left out: none yet. */
  bank: z.optional(z.enum(bankAnswers)),
})

/**
 * Pays an order with a test card in place of its buyer, so that a script needs no browser. A live exchange has no such
 * card.
 */
export function mountSandboxCard(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  const { mode, testCard, baseUrl } = exchange
  if (mode !== 'sandbox' || testCard === null) return
  const deps = {
    ...orderDeps(exchange),
    testCard,
    fence: chargeFence(exchange),
    untilStored: <Result>(work: () => Promise<Result>) => work(),
  }
  const ancestors = [new URL(baseUrl).origin]

  app.post(pages.sandboxCard, async (c) => {
    const text = bodyText(c, await receiveBody(c, 'text'))
    const asked = z.parse(PayByCard, parse(PayByCard, readBody(text)))
    const { requestId, order, client } = await payable(asked)
    const paid = await payByTestCard(await withRatesFor(deps, order.id), {
      order,
      client,
      expiry: asked.card,
      code: asked.cvv ?? '123',
      save: asked.save ?? false,
      bank: asked.bank,
      ancestors,
      payerIp: clientIpOf(c),
      returnTo: await returnTo(requestId),
    })
    return c.json({ request_id: requestId, client_order_id: order.id, ...paid })
  })

  /** The order that a caller names, with its buyer. @throws Refusal as timedOf, and order_unknown */
  async function payable(named: z.infer<typeof PayByCard>) {
    const { requestId, orderId } = await timedOf(stores, named)
    const order = orderId === null ? undefined : await stores.orders.find(orderId)
    const client = order?.clientId ? await stores.clients.find(order.clientId) : undefined
    if (!order || !client)
      throw new Refusal('order_unknown', 'There is no order of a buyer here yet; no money moved')
    return { requestId, order, client }
  }

  /** Where the bank's page opens, as the widget would request it. */
  async function returnTo(requestId: string | null): Promise<'frame' | 'top'> {
    const request = requestId === null ? undefined : await stores.requests.find(requestId)
    return request?.fields.challenge === 'top' ? 'top' : 'frame'
  }
}
