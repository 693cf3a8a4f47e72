import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Hono } from 'hono'
import { raw } from 'hono/html'
import { missing, ownPolicy, show } from '../../pages/answer.ts'
import { outboxPage } from '../../pages/sandbox/outbox.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'

/** The most entries on the page: as many as a tester reads. */
const MOST_SHOWN = 500

/** The sandbox's outbox. Live has none, and answers 404 at its address. */
export function mountOutboxPage(
  app: Hono<DoorEnv>,
  { mode }: Pick<Exchange, 'mode'>,
  { outbox }: Pick<Stores, 'outbox'>,
): void {
  app.get(pages.outbox, async (c) => {
    if (mode !== 'sandbox') return missing(c)
    c.header('Cache-Control', 'no-store')
    return show(c, outboxPage(await outbox.newest(MOST_SHOWN)), ownPolicy)
  })

  app.get(`${pages.outbox}/:number{[0-9]{1,18}}`, async (c) => {
    const mail = mode === 'sandbox' ? await outbox.findPage(c.req.param('number')) : undefined
    if (mail === undefined) return missing(c)
    c.header('Cache-Control', 'no-store')
    return show(c, raw(mail), { 'style-src': ["'unsafe-inline'"], 'img-src': ['data:'], sandbox: [] })
  })
}
