import * as z from 'zod/mini'
import { LanguageTag } from '../http/field.ts'
import { Theme } from './CardFrame.ts'

/*
 * A hosted-fields session, opened by a merchant's server at the card platform: POST /fields/sessions, read back at
 * GET /fields/sessions/{id}. Both carry `API-Signature` made with the merchant's password (see signature.ts);
 * the GET may name the merchant by `API-Key`, which is its client_key; the session does so without it.
 */

const origin = z.string().check(z.maxLength(255), z.regex(/^https?:\/\/[^/?#\s;,]+$/))

export const FieldsSessionRequest = z.object({
  client_key: z.uuid(),
  /** Origin of the page that contains the frame, the only one that may communicate with it. */
  parent_origin: origin,
  /** Every origin above the frame, innermost first; becomes frame-ancestors. */
  ancestors: z.array(origin).check(z.minLength(1), z.maxLength(20)),
  locale: z.optional(LanguageTag),
  theme: z.optional(Theme),
  /** A token of a stored card, made by a SALE with `req_token=Y`: the frame only asks for its security code. */
  card_token: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** `Y` lets the frame ask whether to store the card; if the buyer agrees, its SALE returns a lasting token. */
  req_token: z.optional(z.enum(['Y', 'N'])),
  /** What a wallet asks its buyer to approve, as the SALE will name it. Without both, no wallet is offered. */
  order_amount: z.optional(z.string().check(z.maxLength(32), z.regex(/^(0|[1-9]\d*)(\.\d+)?$/))),
  order_currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
})
export type FieldsSessionRequest = z.infer<typeof FieldsSessionRequest>

export const FieldsSession = z.object({ session_id: z.string(), url: z.url() })
export type FieldsSession = z.infer<typeof FieldsSession>

/** `complete` has the single-use token; once a SALE has used it the state is `used`. */
export const FieldsSessionState = z.object({
  state: z.enum(['open', 'complete', 'used', 'expired']),
  card_token: z.optional(z.string()),
  card: z.optional(z.string()),
  card_brand: z.optional(z.nullable(z.enum(['Visa', 'MasterCard']))),
  issuer_country: z.optional(z.nullable(z.string())),
  /** The wallet that was used, such as `apple_pay`; null or omitted for a typed card. */
  wallet: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  /**
   * A keyed hash for the merchant: equal for equal card numbers. Null for a published test card, which identifies no
   * one.
   */
  card_fingerprint: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
})
export type FieldsSessionState = z.infer<typeof FieldsSessionState>
