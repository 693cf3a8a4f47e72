import { luhn } from '@cambio/wire/cardNumber.ts'
import * as z from 'zod/mini'
import { readLayer } from '../readLayer.ts'

/*
 * The layers of a token of Apple Pay, version EC_v1:
 * https://developer.apple.com/documentation/passkit/payment-token-format-reference
 */

const base64 = z.string().check(z.maxLength(16_384), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))
const hex = z.string().check(z.maxLength(128), z.regex(/^(?:[0-9a-f]{2})+$/i))

/** The token as the browser brings it. */
const Token = z.object({
  version: z.literal('EC_v1'),
  data: base64,
  signature: base64,
  header: z.object({
    ephemeralPublicKey: base64,
    publicKeyHash: base64,
    transactionId: hex,
    applicationData: z.optional(hex),
  }),
})
export type ApplePayToken = z.infer<typeof Token>

const Payment = z.object({
  applicationPrimaryAccountNumber: z.string().check(z.regex(/^\d{12,19}$/), z.refine(luhn)),
  /** Year, month and day, two digits each. */
  applicationExpirationDate: z.string().check(z.regex(/^\d\d(0[1-9]|1[0-2])\d\d$/)),
  /** The number of ISO 4217. */
  currencyCode: z.string().check(z.regex(/^\d{3}$/)),
  /** In the currency's smallest unit. */
  transactionAmount: z.int().check(z.minimum(1)),
  paymentDataType: z.literal('3DSecure'),
  paymentData: z.object({
    onlinePaymentCryptogram: base64,
    eciIndicator: z.optional(z.string().check(z.regex(/^0?[0-9]$/))),
  }),
})
export type ApplePayment = z.infer<typeof Payment>

/* Each reads one layer. @throws WalletRefused `unreadable` */

export const readToken = (text: string): ApplePayToken => readLayer(Token, text)
export const readPayment = (text: string): ApplePayment => readLayer(Payment, text)
