import * as z from 'zod/mini'
import { Group } from '../Group.ts'
import { Address, CurrencyCode, Email, Flag, LanguageTag, MailedCode, Memo } from '../http/field.ts'
import { WidgetQuote } from '../order/Quote.ts'

/** The requests and answers of the steps after the first. */
export const AddressCheck = z.strictObject({
  currency: CurrencyCode,
  payout_group: z.optional(Group),
  dst_address: Address,
  memo: z.optional(Memo),
})

/** The mail is written in the language of the tag, where it is one of ours. */
export const CodeRequest = z.strictObject({ email: Email, locale: z.optional(LanguageTag) })
/** `sandbox_code` exists only in the sandbox: the code that the mail would contain. */
export const CodeSent = z.object({ sent: z.literal(true), sandbox_code: z.optional(z.string()) })

export const SessionRequest = z.strictObject({
  email: Email,
  code: MailedCode,
  /** Whether to remember this device, so that it is not asked for a code for 90 days. */
  remember: z.optional(Flag),
})
/** `device_key` is present if the device is to be remembered; only the device stores it. */
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

/** Whether an order that lost its discount goes on at the price without it, or is refunded. */
export const PriceAnswer = z.strictObject({ answer: z.enum(['accept', 'refund']) })

export const FieldsRequest = z.strictObject({
  locale: z.optional(LanguageTag),
  /** Whether an order above its buyer's limit becomes pending instead of opening a form. */
  limit_first: z.optional(Flag),
  /** A saved card of the buyer's; only its security code is asked for then. */
  saved_card: z.optional(z.string().check(z.maxLength(64))),
})
export const Fields = z.object({ session_id: z.string(), url: z.url() })
export const ChargeRequest = z.strictObject({
  session_id: z.string().check(z.maxLength(128)),
  /** `frame` returns from the challenge inside the widget, `top` on the order page. */
  challenge: z.enum(['frame', 'top']),
})
