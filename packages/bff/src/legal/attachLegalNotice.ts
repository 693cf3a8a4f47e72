import type { DoorContext } from '@cambio/server/http/door.ts'
import type { Exchange } from '../program/Exchange.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The legal notice of the operator. */
    legal: Exchange['legal']
  }
}

/** Gives a request the legal notice, since even a page that knows only its request shows it. */
export function attachLegalNotice({ legal }: Pick<Exchange, 'legal'>): (c: DoorContext) => void {
  return (c) => c.set('legal', legal)
}
