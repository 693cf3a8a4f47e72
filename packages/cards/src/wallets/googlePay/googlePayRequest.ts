import { createPublicKey } from 'node:crypto'
import type { MeansOfPayment } from '../../means/MeansOfPayment.ts'
import type { GooglePay } from './GooglePay.ts'

/** What the browser is asked for with the payment method `https://google.com/pay`. */
export type GooglePayRequest = Readonly<Record<string, unknown>>

type Sale = {
  /** The merchant's client_key. */
  readonly id: string
  readonly name: string
  /** What the merchant's acquirer takes. */
  readonly takes: readonly MeansOfPayment['is'][]
  readonly amount: string
  readonly currency: string
}

/**
 * Google's request for one payment, whole.
 * Source: https://developers.google.com/pay/api/web/reference/request-objects
 */
export function googlePayRequest(
  google: Exclude<GooglePay, { environment: 'simulated' }>,
  { id, name, takes, amount, currency }: Sale,
): GooglePayRequest {
  const merchantId = google.merchantId === null ? {} : { merchantId: google.merchantId }
  return {
    environment: google.environment,
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: { ...merchantId, merchantName: name },
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: [
            ...(takes.includes('network_token') ? ['CRYPTOGRAM_3DS'] : []),
            ...(takes.includes('card') ? ['PAN_ONLY'] : []),
          ],
          allowedCardNetworks: ['MASTERCARD', 'VISA'],
        },
        tokenizationSpecification: tokenizationOf(google, id),
      },
    ],
    transactionInfo: {
      countryCode: google.country,
      currencyCode: currency,
      totalPriceStatus: 'FINAL',
      totalPrice: amount,
    },
  }
}

/** To whom Google is to encrypt: a gateway that it knows, or the present key of ours. */
function tokenizationOf({ recipientId, privateKeys }: GooglePay, gatewayMerchantId: string) {
  const gateway = /^gateway:(.+)$/.exec(recipientId)?.[1]
  if (gateway !== undefined) return { type: 'PAYMENT_GATEWAY', parameters: { gateway, gatewayMerchantId } }
  const { x = '', y = '' } = createPublicKey(privateKeys[0]).export({ format: 'jwk' })
  const coordinates = [x, y].map((part) => Buffer.from(part, 'base64url'))
  const publicKey = Buffer.concat([Buffer.from([4]), ...coordinates]).toString('base64')
  return { type: 'DIRECT', parameters: { protocolVersion: 'ECv2', publicKey } }
}
