import { levelCapsOf, type Caps } from '@cambio/exchange/catalogue/Caps.ts'
import type { Client } from '@cambio/exchange/client/Client.ts'
import { limitAhead } from '@cambio/exchange/limit/limitAhead.ts'
import type { Quote } from '@cambio/exchange/price/Quote.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { LimitAhead } from '@cambio/wire/order/Quote.ts'

/**
 * What a buyer's limit means for a purchase, as the widget shows it; null for a purchase from a balance, since that
 * money was counted when it was received.
 * @param buyer null before the buyer has signed in
 */
export function limitAheadOf(
  caps: Caps,
  buyer: Client | null,
  turnoverEurCents: bigint,
  { payinGroup, payinEur }: Quote,
): LimitAhead | null {
  const levelCaps = levelCapsOf(caps, payinGroup)
  if (!levelCaps) return null
  const purchaseEurCents = payinEur.units
  const purchase = { turnoverEurCents, purchaseEurCents }
  // The widget asks everybody for their details before they pay.
  const { leftEurCents, next, needed } = limitAhead(levelCaps, buyer, purchase, 'basic')
  return {
    left_in_eur: Money.format({ units: leftEurCents, currency: 'EUR' }),
    next_level: next,
    needed_level: needed,
  }
}
