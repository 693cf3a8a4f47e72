import type { PlatformKeys } from '../../vault/PlatformKeys.ts'
import type { Wallets } from '../../wallets/Wallets.ts'
import { simulatedApplePay } from './appleWallet.ts'
import { simulatedGooglePay } from './googleWallet.ts'

/** The wallets as the sandbox plays them, with keys of its own. */
export function simulatedWallets({ sandboxWallets }: Pick<PlatformKeys, 'sandboxWallets'>): Wallets {
  return { google_pay: simulatedGooglePay(sandboxWallets), apple_pay: simulatedApplePay(sandboxWallets) }
}
