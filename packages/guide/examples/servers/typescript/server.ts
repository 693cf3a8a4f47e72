import { randomUUID } from 'node:crypto'
import { contract, createPartner, verifyCallback } from '@cambio/partner'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const [pages = '../../html'] = process.argv.slice(2)
const partner = createPartner({
  baseUrl: process.env.CAMBIO_URL ?? 'http://localhost:8787',
  apiKey: process.env.CAMBIO_API_KEY ?? 'SANDBOXPARTNER01',
  secret: process.env.CAMBIO_SECRET ?? 'sandbox-partner-secret',
})
const callbackSecret = process.env.CAMBIO_CALLBACK_SECRET ?? 'sandbox-callback-secret'
const seen = new Set<string>() // in your database

const app = new Hono()

app.post('/request', async (c) => {
  const { request_id } = await partner.call(contract.partner.createRequest, {
    body: {
      partner_order_id: randomUUID(),
      payin_group: 'card',
      payin_currency: 'EUR',
      payin_amount_default: '100.00',
      payout_group: 'crypto',
      payout_currency: 'ETH',
    },
  })
  return c.json({ requestId: request_id })
})

app.post('/callbacks', async (c) => {
  const verified = verifyCallback({
    body: await c.req.text(),
    headers: c.req.header(),
    secret: callbackSecret,
  })
  if (!verified.ok) return c.text(verified.reason, 401)
  const { callback } = verified
  const id = c.req.header('webhook-id') ?? ''
  if (!seen.has(id) && 'client_order' in callback)
    console.log(callback.client_order.partner_order_id, callback.client_order.status)
  seen.add(id)
  return c.body(null, 204)
})

app.get('*', serveStatic({ root: pages }))

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 8796) })
