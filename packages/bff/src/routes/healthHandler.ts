import { isWell } from '../http/isWell.ts'
import type { Exchange } from '../program/Exchange.ts'

/** Says whether the service is well, as 200 or 503. */
export function healthHandler(exchange: Pick<Exchange, 'database'>) {
  return async ({ answerWith }: { readonly answerWith: (status: 503) => void }) => {
    if (await isWell(exchange)) return { status: 'OK' as const }
    answerWith(503)
    return { status: 'FAIL' as const }
  }
}
