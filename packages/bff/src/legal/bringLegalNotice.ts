import type { DoorEnv } from '@cambio/server/http/door.ts'
import type { MiddlewareHandler } from 'hono'
import type { Exchange } from '../program/Exchange.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** What the pages say about the operator. */
    legal: Exchange['legal']
  }
}

/** Middleware: every page can say who operates the exchange, also one that knows its request alone. */
export function bringLegalNotice({ legal }: Pick<Exchange, 'legal'>): MiddlewareHandler<DoorEnv> {
  return (c, next) => {
    c.set('legal', legal)
    return next()
  }
}
