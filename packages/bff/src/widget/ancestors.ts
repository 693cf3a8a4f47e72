import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { Exchange } from '../program/Exchange.ts'

/** The origins that may stand around a partner's frames; each of them is checked by the browser, however deep. */
export function ancestorsOf(
  { fallbackOrigins }: Pick<Exchange, 'fallbackOrigins'>,
  { origins }: Pick<Partner, 'origins'>,
): readonly string[] {
  return origins.length > 0 ? origins : fallbackOrigins
}
