import type { CardsEnvironment } from '../program/environment.ts'
import { simulatedWallets } from '../sandbox/wallets/simulatedWallets.ts'
import type { PlatformKeys } from '../vault/PlatformKeys.ts'
import { googlePayOf } from './googlePay/googlePayOf.ts'
import type { Wallets } from './Wallets.ts'

/** The wallets that the environment configures; a sandbox plays those that it does not. @throws StartRefused */
export function walletsOf({ keys }: { readonly keys: PlatformKeys }, environment: CardsEnvironment): Wallets {
  const simulated = environment.MODE === 'sandbox' ? simulatedWallets(keys) : null
  return {
    google_pay: googlePayOf(environment) ?? simulated?.google_pay ?? null,
    apple_pay: simulated?.apple_pay ?? null,
  }
}
