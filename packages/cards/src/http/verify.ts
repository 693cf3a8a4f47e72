import { timingSafeEqual } from 'node:crypto'
import type { DoorContext, DoorEnv } from '@cambio/server/http/door.ts'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Platform } from '../Platform.ts'
import { readForm } from '../protocol/form.ts'
import { isTransactionId } from '../transaction/Transaction.ts'
import { reconcileReturned } from '../work/reconcile.ts'

/**
 * The address to which a buyer's browser returns from a challenge, by form or by link. Its parameters prove nothing:
 * the acquirer is asked, the merchant is notified, and the browser is sent on to the merchant's page.
 */
export function verifyRoutes(platform: Platform): Hono<DoorEnv> {
  const app = new Hono<DoorEnv>()
  app.get('/verify/return.js', (c) =>
    c.body("document.getElementById('continue').click()", 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=86400',
    }),
  )
  app.on(['GET', 'POST'], '/verify/3ds/:transId/:secret', async (c) => {
    const { transId, secret } = c.req.param()
    if (!isTransactionId(transId) || !same(secret, platform.keys.challengeSecret('term', transId)))
      return unknownChallenge(c)
    const { term } = await reconcileReturned(platform, transId, await returnedBy(c))
    return c.html(returnPage(term), 200, headers)
  })
  return app
}

async function returnedBy(c: DoorContext): Promise<ReadonlyMap<string, string>> {
  if (c.req.method === 'GET') return new Map(Object.entries(c.req.query()))
  return (await readForm(c.req.raw)).fields
}

/**
 * Sends the browser on to the merchant's page, in the frame or window that the merchant named. The same frame needs no
 * script. Another one needs a click, which a script makes or, without script, the buyer.
 */
function returnPage({ url, target }: { url: string; target: string }) {
  const itself = target === '_self'
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${itself ? html`<meta http-equiv="refresh" content="0; url=${url}" />` : ''}
        <title>Returning to the shop</title>
      </head>
      <body>
        <p><a id="continue" href="${url}" target="${target}">Continue to the shop</a></p>
        ${itself ? '' : html`<script src="/verify/return.js"></script>`}
      </body>
    </html>`
}

/** No frame-ancestors: a challenge returns in any frame in which the merchant opened it. */
const headers = {
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'",
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

function unknownChallenge(c: DoorContext) {
  return c.text(
    'This address does not belong to a payment. Nothing was changed here: go back to the shop and check the payment there.',
    404,
  )
}

function same(received: string, expected: string): boolean {
  const left = Buffer.from(received)
  const right = Buffer.from(expected)
  return left.length === right.length && timingSafeEqual(left, right)
}
