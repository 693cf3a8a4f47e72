import * as z from 'zod/mini'
import { Amount } from '../http/field.ts'
import { OrderAttempt, OrderData, OrderDataV1 } from '../order/Order.ts'
import { statuses } from '../order/orderStatus.ts'
import { VerificationLevel } from '../VerificationLevel.ts'
import { Metadata } from './Metadata.ts'

/**
 * What a callback reports: that an order reached a status, that an attempt was declined, that withdrawals are locked.
 */
export const callbackKinds = [
  ...statuses.map((status) => `client_order.${status}` as const),
  'attempt_declined',
  'withdrawals_locked',
] as const
export const CallbackKind = z.enum(callbackKinds)
export type CallbackKind = z.infer<typeof CallbackKind>

/** A change of an order, version 1: flat, with JSON numbers rendered from the exact value. */
export const CallbackV1 = z.omit(OrderDataV1, { payout_txid: true })
export type CallbackV1 = z.infer<typeof CallbackV1>

/**
 * A change of an order, version 2. `limits` are present with `pending` for a limit, and `verification_url` where that
 * can be raised.
 */
export const CallbackV2 = z.object({
  type: z.literal('client_order'),
  version: z.literal(2),
  client_order: z.extend(OrderData, {
    client_email: z.nullable(z.string()),
    expected_payout_amount: Amount,
    /** These two are missing in callbacks that are older than the fields, and that may still be sent again. */
    refund_reason: z.optional(OrderData.shape.refund_reason),
    attempts: z.optional(OrderData.shape.attempts),
    limits: z.optional(z.object({ client_limit_in_EUR: z.number(), verification_level: VerificationLevel })),
    verification_url: z.optional(z.url()),
  }),
})
export type CallbackV2 = z.infer<typeof CallbackV2>

/** The code that confirms a withdrawal, for the client who requested it. Identical in both versions. */
export const CodeCallback = z.object({
  type: z.literal('withdrawal_code'),
  version: z.literal(2),
  withdrawal: z.object({
    client_order_id: z.string(),
    partner_order_id: z.string(),
    uuid: z.uuid(),
    code: z.string().check(z.regex(/^\d{6}$/)),
    /** Unix seconds with six fractional digits, until when the code works. */
    expiration_time_sec: z.string(),
    metadata: z.optional(Metadata),
  }),
})
export type CodeCallback = z.infer<typeof CodeCallback>

/**
 * Too many wrong codes were entered for a client's withdrawals: none can be placed or confirmed for a day. Identical in
 * both versions.
 */
export const LockedCallback = z.object({
  type: z.literal('withdrawals_locked'),
  version: z.literal(2),
  /** The lock, with the withdrawal whose wrong code caused it. */
  lock: z.object({
    client_order_id: z.string(),
    partner_order_id: z.string(),
    client_email: z.nullable(z.string()),
    /** Unix seconds with six fractional digits. */
    locked_until_sec: z.string(),
    metadata: z.optional(Metadata),
  }),
})
export type LockedCallback = z.infer<typeof LockedCallback>

/**
 * An attempt to pay was declined; the order may be paid by another. Identical in both versions, and sent only where
 * requested.
 */
export const AttemptDeclined = z.object({
  type: z.literal('attempt_declined'),
  version: z.literal(2),
  attempt: z.extend(OrderAttempt, {
    client_order_id: z.string(),
    partner_order_id: z.string(),
    result: z.literal('declined'),
    metadata: z.optional(Metadata),
  }),
})
export type AttemptDeclined = z.infer<typeof AttemptDeclined>
