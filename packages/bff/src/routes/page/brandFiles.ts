import type { DoorEnv } from '@cambio/server/http/door.ts'
import type { Hono } from 'hono'
import { missing, readable } from '../../pages/answer.ts'
import type { BuiltFiles } from '../../pages/builtFiles.ts'
import { applyPolicy } from '../../pages/policy.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { findLogo } from '../../store/logos.ts'

/** Partners' logos and the fonts of themes. A name identifies its content, so browsers cache each permanently. */
export function mountBrandFiles(
  app: Hono<DoorEnv>,
  { database }: Pick<Exchange, 'database'>,
  { fonts }: Pick<BuiltFiles, 'fonts'>,
): void {
  app.get('/widget/fonts/:name', async (c) => {
    const file = fonts.get(c.req.param('name'))
    if (!file) return missing(c)
    c.header('Content-Type', 'font/woff2')
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    return c.body(file)
  })

  app.get('/widget/logos/:name', readable, async (c) => {
    const logo = await findLogo(database.query, c.req.param('name'))
    if (!logo) return missing(c)
    // A browser that opens the file itself gets a picture, and no page of this origin.
    applyPolicy(c, { 'style-src': ["'unsafe-inline'"], sandbox: [] })
    c.header('Content-Type', logo.type)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    return c.body(new Uint8Array(logo.body))
  })
}
