import type { DoorEnv } from '@cambio/server/http/door.ts'
import type { MiddlewareHandler } from 'hono'
import type { Exchange } from '../program/Exchange.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The legal notice of the operator. */
    legal: Exchange['legal']
  }
}

/** Middleware that gives every page the legal notice, even a page that knows only its request. */
export function attachLegalNotice({ legal }: Pick<Exchange, 'legal'>): MiddlewareHandler<DoorEnv> {
  return (c, next) => {
    c.set('legal', legal)
    return next()
  }
}
