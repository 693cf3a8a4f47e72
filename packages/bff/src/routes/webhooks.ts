import type { Inbox } from '@cambio/exchange/notice/Notice.ts'
import type { Webhook } from '@cambio/rails/Webhook.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Hono } from 'hono'

/** The addresses at which providers file notices. A verified notice is stored before the provider is answered. */
export function mountWebhooks(app: Hono<DoorEnv>, inbox: Inbox, webhooks: readonly Webhook[]): void {
  for (const webhook of webhooks) {
    const { source } = webhook
    app.post(pages.notice.replace('{source}', source), async (c) => {
      const { references, answer } = await webhook.receive({
        headers: c.req.raw.headers,
        body: new Uint8Array(await c.req.arrayBuffer()),
      })
      for (const reference of references) await inbox.file({ source, reference })
      return c.text(answer.body, answer.status)
    })
  }
}
