import * as z from 'zod/mini'
import { Group } from '../Group.ts'
import { Amount, AmountInput, CountryCode, CurrencyCode, Flag, IpAddress, PartnerId } from '../http/field.ts'
import { VerificationLevel } from '../VerificationLevel.ts'

const pairAndAmount = {
  payin_currency: CurrencyCode,
  payin_amount: z.optional(AmountInput),
  payin_group: z.optional(Group),
  payout_currency: CurrencyCode,
  payout_amount: z.optional(AmountInput),
  payout_group: z.optional(Group),
}

export const PublicFeeRequest = z.strictObject({
  partner_order_id: PartnerId,
  ...pairAndAmount,
  is_floating_rate: z.optional(Flag),
})

/** Version 1. The client is unknown here, so the price is the one without a free first order. */
export const FeeRequestV1 = z.strictObject({
  partner_order_id: PartnerId,
  ...pairAndAmount,
  free_first: z.optional(Flag),
})

/** If a client is named, the price is that of its order. */
export const PartnerFeeRequest = z.strictObject({
  partner_order_id: PartnerId,
  ...pairAndAmount,
  is_floating_rate: z.optional(Flag),
  free_first: z.optional(Flag),
  client_external_id: z.optional(PartnerId),
  client_ip: z.optional(IpAddress),
  remote_country: z.optional(CountryCode),
})

/** A client asks for itself, so the price is that of its order. */
export const ClientFeeRequest = z.strictObject({ ...pairAndAmount, free_first: z.optional(Flag) })

export const WidgetQuoteRequest = z.strictObject({
  ...pairAndAmount,
  coupon: z.optional(z.string().check(z.maxLength(64))),
})

/**
 * What a pair costs now. (payin_amount - payin_fee - margin_fee) / rate - payout_fee = payout_amount, to less than one
 * unit where the pay-in was given. Where the pay-out was given, the pay-in is the smallest that buys it.
 */
export const FeeQuote = z.object({
  payin_amount: Amount,
  payout_amount: Amount,
  /** Pay-in currency per whole pay-out unit, spread included: the rate used. */
  rate: z.string(),
  /** Network fee of the pay-in side, in pay-in currency. */
  payin_fee: Amount,
  /** Network fee of the pay-out side, in pay-out currency. */
  payout_fee: Amount,
  /** Service fee, in pay-in currency. */
  margin_fee: Amount,
})
export type FeeQuote = z.infer<typeof FeeQuote>

export const Bounds = z.object({
  payin_min_amount: Amount,
  payin_max_amount: Amount,
  payout_min_amount: Amount,
  payout_max_amount: Amount,
})
export type Bounds = z.infer<typeof Bounds>

/** A price with the bounds of one order. */
export const BoundedFeeQuote = z.extend(FeeQuote, Bounds.shape)
export type BoundedFeeQuote = z.infer<typeof BoundedFeeQuote>

export const ClientLimits = z.object({
  client_limit_in_payin_currency: Amount,
  verification_level: VerificationLevel,
})
export type ClientLimits = z.infer<typeof ClientLimits>

/** The groups that a price was made for, named by the caller or chosen. */
const pricedGroups = { payin_group: Group, payout_group: Group }

export const PartnerFeeQuote = z.extend(BoundedFeeQuote, {
  ...pricedGroups,
  limits: z.optional(ClientLimits),
})
export type PartnerFeeQuote = z.infer<typeof PartnerFeeQuote>

export const ClientFeeQuote = z.extend(BoundedFeeQuote, { ...pricedGroups, limits: ClientLimits })

/** How the buyer's limit over 30 days affects a purchase, before it is made. */
export const LimitAhead = z.object({
  /** What may still be paid in once the buyer's details are given, EUR. */
  left_in_eur: Amount,
  /** The next level that allows more; null at the highest. */
  next_level: z.nullable(VerificationLevel),
  /** The level that this purchase needs; null when the remaining limit allows it. */
  needed_level: z.nullable(VerificationLevel),
})
export type LimitAhead = z.infer<typeof LimitAhead>

/** The widget's quote: stored on the server, so that placing an order can name it. */
export const WidgetQuote = z.extend(BoundedFeeQuote, {
  quote_id: z.string(),
  /** When the price expires, RFC 3339. */
  expires_at: z.iso.datetime(),
  payin_currency: z.string(),
  payout_currency: z.string(),
  ...pricedGroups,
  /** Null where no limit applies. */
  limit: z.nullable(LimitAhead),
})
export type WidgetQuote = z.infer<typeof WidgetQuote>
