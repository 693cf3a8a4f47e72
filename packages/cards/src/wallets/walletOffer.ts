import type { Money } from '@cambio/wire/Money.ts'
import type { BoundedAcquirer } from '../acquirers/bounded.ts'
import type { PageData } from '../fields/PageData.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { writeAmount } from '../protocol/amount.ts'
import type { ApplePay } from './applePay/ApplePay.ts'
import { applePayRequest } from './applePay/applePayRequest.ts'
import { numberOfCurrency } from './applePay/currencyNumbers.ts'
import { registeredHost } from './applePay/registeredHost.ts'
import type { GooglePay } from './googlePay/GooglePay.ts'
import { googlePayRequest, type GooglePayRequest } from './googlePay/googlePayRequest.ts'

/** What the page of the card fields needs to offer wallets. */
export type WalletOffer = NonNullable<PageData['wallets']>

export type OfferingMerchant = Pick<Merchant, 'id' | 'name' | 'mode' | 'wallets' | 'acquirer'>

/**
 * The wallets that a merchant's card fields offer for an amount: those that the merchant has switched on, the platform is set
 * up for and the merchant's acquirer takes. Null where there is none.
 * @param ancestors the origins above the card fields, innermost first
 */
export function walletOffer(
  { wallets, acquirers, clock }: Pick<Platform, 'wallets' | 'acquirers' | 'clock'>,
  merchant: OfferingMerchant,
  money: Money,
  ancestors: readonly string[],
): WalletOffer | null {
  const takes = acquirers.get(merchant.acquirer)?.takesFromWallets ?? []
  const amount = { amount: writeAmount(money), currency: money.currency }
  const google_pay = googlePayFor(wallets.google_pay, { ...merchant, takes, ...amount })
  const isForTab = isAppleOpenIn(wallets.apple_pay, ancestors, clock.now())
  const apple_pay = isForTab ? applePayFor(wallets.apple_pay, { ...merchant, takes, ...amount }) : null
  if (google_pay === null && apple_pay === null) return null
  return { ...amount, ...(google_pay && { google_pay }), ...(apple_pay && { apple_pay }) }
}

type Sale = Omit<OfferingMerchant, 'acquirer'> & {
  readonly takes: BoundedAcquirer['takesFromWallets']
  readonly amount: string
  readonly currency: string
}

/** What the sandbox plays moves no money, so it must not pay a live merchant. */
function simulatedFor({ mode }: Sale): 'simulated' | null {
  return mode === 'live' ? null : 'simulated'
}

function googlePayFor(google: GooglePay | null, sale: Sale): GooglePayRequest | 'simulated' | null {
  if (google === null || !sale.wallets.includes('google_pay') || sale.takes.length === 0) return null
  return google.environment === 'simulated' ? simulatedFor(sale) : googlePayRequest(google, sale)
}

/** Apple Pay gives network tokens alone, and names its currency by a number that we have to know. */
function applePayFor(apple: ApplePay | null, sale: Sale): WalletOffer['apple_pay'] | null {
  if (apple === null || !sale.wallets.includes('apple_pay') || !sale.takes.includes('network_token'))
    return null
  if (numberOfCurrency(sale.currency) === undefined) return null
  return apple.environment === 'simulated' ? simulatedFor(sale) : applePayRequest(apple, sale)
}

/** Whether the sheet of a wallet that is not the sandbox's opens in the tab of these pages: its host is registered with Apple. */
function isAppleOpenIn(apple: ApplePay | null, ancestors: readonly string[], now: Date): boolean {
  if (apple?.environment !== 'apple') return true
  return now < apple.expiresAt && registeredHost(apple, ancestors) !== undefined
}
