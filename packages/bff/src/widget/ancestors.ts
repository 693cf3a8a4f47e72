import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { Exchange } from '../program/Exchange.ts'

/** The origins that may frame a partner's widget. The browser checks every ancestor against them. */
export function ancestorsOf(
  { fallbackOrigins }: Pick<Exchange, 'fallbackOrigins'>,
  { origins }: Pick<Partner, 'origins'>,
): readonly string[] {
  return origins.length > 0 ? origins : fallbackOrigins
}
