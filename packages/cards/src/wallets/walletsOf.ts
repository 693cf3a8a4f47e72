import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { CardsEnvironment } from '../program/environment.ts'
import type { PlatformKeys } from '../vault/PlatformKeys.ts'
import { applePayOf } from './applePay/applePayOf.ts'
import { googlePayOf } from './googlePay/googlePayOf.ts'
import type { Wallets } from './Wallets.ts'

/** For one exchange with Apple. */
export const APPLE_TIMEOUT_MS = 10_000
/** How long before a certificate or a root key of a wallet expires the operator is warned. */
export const WARN_BEFORE_MS = 30 * 24 * 3_600_000

/** The wallets that the environment configures; a sandbox plays those that it does not. @throws StartRefused */
export async function walletsOf(
  { keys, log, clock }: { readonly keys: PlatformKeys; readonly log: Log; readonly clock: Clock },
  environment: CardsEnvironment,
): Promise<Wallets> {
  const simulated = environment.MODE === 'sandbox' ? await playedWallets(keys) : null
  const apple = applePayOf(environment, { timeoutMs: APPLE_TIMEOUT_MS })
  if (apple !== undefined) warnOfExpiry({ log, clock }, apple.expiresAt)
  return {
    google_pay: googlePayOf(environment) ?? simulated?.google_pay ?? null,
    apple_pay: apple ?? simulated?.apple_pay ?? null,
  }
}

/** A live platform never imports what the sandbox plays the wallets with. */
async function playedWallets(keys: PlatformKeys): Promise<Wallets> {
  const { simulatedWallets } = await import('../sandbox/wallets/simulatedWallets.ts')
  return simulatedWallets(keys)
}

/** A certificate that has expired stops no card payment: Apple Pay alone is not offered any more. */
function warnOfExpiry({ log, clock }: { log: Log; clock: Clock }, expiresAt: Date): void {
  const leftMs = expiresAt.getTime() - clock.now().getTime()
  const day = expiresAt.toISOString().slice(0, 10)
  const renew = 'create a new certificate at Apple, set it in its CARDS_APPLE_PAY_ variable and restart'
  if (leftMs <= 0)
    log.warn(`Apple Pay is not offered, because a certificate of it expired on ${day}: ${renew}.`)
  else if (leftMs < WARN_BEFORE_MS)
    log.warn(`A certificate of Apple Pay expires on ${day}, and it is not offered from then on: ${renew}.`)
}
