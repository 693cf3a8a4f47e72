import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Hono } from 'hono'
import { missing, ownPolicy, show } from '../../pages/answer.ts'
import { outboxPage } from '../../pages/sandbox/outbox.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'

/** As many as a tester looks through. */
const MOST_SHOWN = 500

/** The sandbox's outbox. In live there is none, and nothing at its address. */
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
}
