import type { Wallet } from '../means/networkToken/NetworkToken.ts'
import { openGooglePay } from './googlePay/openGooglePay.ts'
import type { WalletPayment } from './WalletPayment.ts'
import { WalletRefused } from './WalletRefused.ts'
import type { Wallets } from './Wallets.ts'

/**
 * Verifies and decrypts a wallet's token.
 * @param input.merchantId the client_key of the merchant that the buyer pays
 * @throws WalletRefused
 */
export async function openWallet(
  wallets: Wallets,
  {
    wallet,
    token,
    merchantId,
  }: { readonly wallet: Wallet; readonly token: string; readonly merchantId: string },
  now: Date,
): Promise<WalletPayment> {
  switch (wallet) {
    case 'google_pay':
      if (wallets.google_pay === null) throw new WalletRefused('not_offered')
      return openGooglePay(wallets.google_pay, { token, merchantId }, now)
    case 'apple_pay': {
      if (wallets.apple_pay === null) throw new WalletRefused('not_offered')
      // What reads Apple's signatures is a fifth of the program's files: it is imported by the first token.
      const { openApplePay } = await import('./applePay/openApplePay.ts')
      return openApplePay(wallets.apple_pay, token, now)
    }
  }
}
