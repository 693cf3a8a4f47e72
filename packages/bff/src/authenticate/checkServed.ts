import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'

/** Lets nothing be begun for a partner that the operator has suspended. @throws Refusal partner_suspended */
export function checkServed({ isSuspended }: Pick<Partner, 'isSuspended'>): void {
  if (isSuspended)
    throw new Refusal(
      'partner_suspended',
      'This partner is suspended; nothing was done. Orders that have begun continue',
    )
}
