import { luhn } from '@cambio/wire/cardNumber.ts'
import * as z from 'zod/mini'
import { readLayer } from '../readLayer.ts'

/*
 * The layers of a token of Google Pay, protocol version ECv2:
 * https://developers.google.com/pay/api/web/guides/resources/payment-data-cryptography
 */

const base64 = z.string().check(z.maxLength(8192), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))
/** Milliseconds since 1970, as text. */
const time = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((ms: string) => new Date(Number(ms))),
)

/** The token as the browser brings it: what is signed stands in it as text, so that its bytes are what was signed. */
const Token = z.object({
  protocolVersion: z.literal('ECv2'),
  signature: base64,
  intermediateSigningKey: z.object({
    signedKey: z.string(),
    signatures: z.array(base64).check(z.minLength(1)),
  }),
  signedMessage: z.string(),
})
export type GooglePayToken = z.infer<typeof Token>

const SignedKey = z.object({ keyValue: base64, keyExpiration: time })
const SignedMessage = z.object({ encryptedMessage: base64, ephemeralPublicKey: base64, tag: base64 })
export type SignedMessage = z.infer<typeof SignedMessage>

const card = {
  pan: z.string().check(z.regex(/^\d{12,19}$/), z.refine(luhn)),
  expirationMonth: z.int().check(z.minimum(1), z.maximum(12)),
  expirationYear: z.int().check(z.minimum(2000), z.maximum(2099)),
}

const Message = z.object({
  messageId: z.string().check(z.minLength(1), z.maxLength(1024)),
  messageExpiration: time,
  gatewayMerchantId: z.optional(z.string()),
  paymentMethod: z.literal('CARD'),
  paymentMethodDetails: z.discriminatedUnion('authMethod', [
    z.object({ ...card, authMethod: z.literal('PAN_ONLY') }),
    z.object({
      ...card,
      authMethod: z.literal('CRYPTOGRAM_3DS'),
      cryptogram: base64,
      eciIndicator: z.optional(z.string().check(z.regex(/^0?[0-9]$/))),
    }),
  ]),
})
export type GooglePayMessage = z.infer<typeof Message>

/* Each reads one layer. @throws WalletRefused `unreadable` */

export const readToken = (text: string): GooglePayToken => readLayer(Token, text)
export const readSignedKey = (text: string) => readLayer(SignedKey, text)
export const readSignedMessage = (text: string): SignedMessage => readLayer(SignedMessage, text)
export const readMessage = (text: string): GooglePayMessage => readLayer(Message, text)
