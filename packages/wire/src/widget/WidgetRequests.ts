import * as z from 'zod/mini'
import { Group } from '../Group.ts'
import { Address, CurrencyCode, Email, Flag, LanguageTag, MailedCode, Memo } from '../http/field.ts'
import { WidgetQuote } from '../order/Quote.ts'

/** What the steps after the first send, and what is answered. */
export const AddressCheck = z.strictObject({
  currency: CurrencyCode,
  payout_group: z.optional(Group),
  dst_address: Address,
  memo: z.optional(Memo),
})

/** The mail is written in the language of the tag, where it is one of ours. */
export const CodeRequest = z.strictObject({ email: Email, locale: z.optional(LanguageTag) })
/** `sandbox_code` is there in the sandbox alone: what the mail would have said. */
export const CodeSent = z.object({ sent: z.literal(true), sandbox_code: z.optional(z.string()) })

export const SessionRequest = z.strictObject({
  email: Email,
  code: MailedCode,
  /** Whether this device shall be remembered, so that it is not asked for a code for 90 days. */
  remember: z.optional(Flag),
})
/** `device_key` is there where the device shall be remembered: the device alone keeps it. */
export const Session = z.object({
  session: z.string(),
  expires_at: z.iso.datetime(),
  device_key: z.optional(z.string()),
})

export const PlaceOrder = z.strictObject({
  quote_id: z.string().check(z.maxLength(64)),
  dst_address: z.optional(Address),
  memo: z.optional(Memo),
})

/** `quote_expired` carries the fresh quote in `quote`. */
export const QuoteExpired = z.object({ quote: WidgetQuote })

export const ConfirmRequest = z.strictObject({
  code: z.string().check(z.regex(/^\d{6}$/, 'The code has six digits')),
})

/** Whether an order that lost its discount goes on at the price without it, or its money goes back. */
export const PriceAnswer = z.strictObject({ answer: z.enum(['accept', 'refund']) })

export const FieldsRequest = z.strictObject({
  locale: z.optional(LanguageTag),
  /** Whether an order over its buyer's limit becomes pending in place of a form being opened. */
  limit_first: z.optional(Flag),
  /** A saved card of the buyer's, whose security code alone is then asked for. */
  saved_card: z.optional(z.string().check(z.maxLength(64))),
})
export const Fields = z.object({ session_id: z.string(), url: z.url() })
export const ChargeRequest = z.strictObject({
  session_id: z.string().check(z.maxLength(128)),
  /** `frame` brings the challenge back inside the widget, `top` on the order page. */
  challenge: z.enum(['frame', 'top']),
})
