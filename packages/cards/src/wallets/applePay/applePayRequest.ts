import type { ApplePay } from './ApplePay.ts'

/** What the browser is asked for with the payment method `https://apple.com/apple-pay`. */
export type ApplePayRequest = {
  /** The merchant's name, which Apple's sheet shows behind "Pay". */
  readonly label: string
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Apple's request for one payment, whole.
 * Source: https://developer.apple.com/documentation/applepayontheweb/applepayrequest
 */
export function applePayRequest(
  { merchantIdentifier, country }: Extract<ApplePay, { environment: 'apple' }>,
  { name }: { readonly name: string },
): ApplePayRequest {
  return {
    label: name,
    data: {
      version: 3,
      merchantIdentifier,
      merchantCapabilities: ['supports3DS'],
      supportedNetworks: ['masterCard', 'visa'],
      countryCode: country,
    },
  }
}
