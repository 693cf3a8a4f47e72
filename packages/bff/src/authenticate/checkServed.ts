import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'

/**
 * Refuses new work for a partner that has moved to another cell or that the operator has suspended.
 * @throws Refusal partner_moved, partner_suspended
 */
export function checkServed({ isSuspended, movedTo }: Pick<Partner, 'isSuspended' | 'movedTo'>): void {
  if (movedTo !== null)
    throw new Refusal(
      'partner_moved',
      'This partner is being moved; nothing was done. Repeat the request in a minute',
    )
  if (isSuspended)
    throw new Refusal(
      'partner_suspended',
      'This partner is suspended; nothing was done. Orders that have begun continue',
    )
}
