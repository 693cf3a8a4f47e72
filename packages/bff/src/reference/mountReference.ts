import type { DoorEnv } from '@cambio/server/door.ts'
import { pages } from '@cambio/wire/pages.ts'
import type { Hono } from 'hono'
import { applyPolicy } from '../pages/policy.ts'
import type { Exchange } from '../program/Exchange.ts'
import { openapi, openapiOfWidget } from './openapi.ts'
import { referencePage } from './referencePage.ts'

/**
 * Puts the API reference on an app, for programs and for people. Each of its texts is made when somebody first asks for
 * it, and once: to make them all would hold up each start.
 */
export function mountReference(app: Hono<DoorEnv>, { baseUrl, version }: Exchange): void {
  mountDocument(app, pages.openapi, () => openapi({ baseUrl, version }))
  mountDocument(app, pages.openapiWidget, () => openapiOfWidget({ baseUrl, version }))

  let reference: ReturnType<typeof referencePage> | undefined
  app.get(pages.docs, (c) => {
    applyPolicy(c, { 'style-src': ["'self'"] })
    return c.html((reference ??= referencePage(baseUrl)))
  })
}

/** A description that any page may load. */
function mountDocument(
  app: Hono<DoorEnv>,
  path: string,
  describe: () => Readonly<Record<string, unknown>>,
): void {
  let text: string | undefined
  app.get(path, (c) => {
    c.header('Content-Type', 'application/json')
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return c.body((text ??= JSON.stringify(describe())))
  })
}
