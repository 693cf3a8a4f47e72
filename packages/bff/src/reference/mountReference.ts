import type { Hono } from 'hono'
import type { DoorEnv } from '@cambio/server/door.ts'
import { pages } from '@cambio/wire/pages.ts'
import type { Exchange } from '../program/Exchange.ts'
import { applyPolicy } from '../pages/policy.ts'
import { openapi, openapiOfWidget } from './openapi.ts'
import { referencePage } from './referencePage.ts'

/** Puts the API reference on an app, for programs and for people. Both are made once. */
export function mountReference(app: Hono<DoorEnv>, { baseUrl, version }: Exchange): void {
  const reference = referencePage(baseUrl)
  mountDocument(app, pages.openapi, openapi({ baseUrl, version }))
  mountDocument(app, pages.openapiWidget, openapiOfWidget({ baseUrl, version }))

  app.get(pages.docs, (c) => {
    applyPolicy(c, { 'style-src': ["'self'"] })
    return c.html(reference)
  })
}

/** A description that any page may load. */
function mountDocument(app: Hono<DoorEnv>, path: string, document: Readonly<Record<string, unknown>>): void {
  const text = JSON.stringify(document)
  app.get(path, (c) => {
    c.header('Content-Type', 'application/json')
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return c.body(text)
  })
}
