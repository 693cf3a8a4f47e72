import { Secret } from '@cambio/server/settings/Secret.ts'
import { SANDBOX_MERCHANT_PASSWORD, type ExchangeEnvironment } from './environment.ts'

/** The exchange's account at the card platform. */
export type MerchantAccess = {
  readonly clientKey: string
  /** The password, and the one that replaces it while both may be valid. */
  readonly passwords: readonly [Secret, ...Secret[]]
}

/** The account in the environment; a sandbox without one has the published one. */
export function merchantAccessOf(
  environment: Pick<ExchangeEnvironment, 'MERCHANT_KEY' | 'MERCHANT_PASSWORD' | 'MERCHANT_PASSWORD_NEXT'>,
): MerchantAccess {
  const { MERCHANT_KEY, MERCHANT_PASSWORD, MERCHANT_PASSWORD_NEXT: next } = environment
  const password = MERCHANT_PASSWORD ?? new Secret(SANDBOX_MERCHANT_PASSWORD)
  return { clientKey: MERCHANT_KEY, passwords: next ? [password, next] : [password] }
}
