import type { Money } from '@cambio/wire/Money.ts'
import type { PageData } from '../fields/PageData.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { writeAmount } from '../protocol/amount.ts'
import { googlePayRequest } from './googlePay/googlePayRequest.ts'

/** What the page of the card fields needs to offer wallets. */
export type WalletOffer = NonNullable<PageData['wallets']>

export type OfferingMerchant = Pick<Merchant, 'id' | 'name' | 'mode' | 'wallets' | 'acquirer'>

/**
 * The wallets that a merchant's card fields offer for an amount: those that the merchant has switched on, the platform is set
 * up for and the merchant's acquirer takes. Null where there is none.
 */
export function walletOffer(
  { wallets, acquirers }: Pick<Platform, 'wallets' | 'acquirers'>,
  merchant: OfferingMerchant,
  money: Money,
): WalletOffer | null {
  const takes = acquirers.get(merchant.acquirer)?.takesFromWallets ?? []
  const google = merchant.wallets.includes('google_pay') ? wallets.google_pay : null
  if (google === null || takes.length === 0) return null
  const amount = { amount: writeAmount(money), currency: money.currency }
  // What the sandbox plays moves no money, so it must not pay a live merchant.
  if (google.environment === 'simulated')
    return merchant.mode === 'live' ? null : { ...amount, google_pay: 'simulated' }
  return { ...amount, google_pay: googlePayRequest(google, { ...merchant, takes, ...amount }) }
}
