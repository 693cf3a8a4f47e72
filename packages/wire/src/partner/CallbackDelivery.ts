import * as z from 'zod/mini'
import { UnixTimestamp, WholeNumber } from '../http/field.ts'
import { CallbackKind } from './Callback.ts'

/** Deliveries on a page: unless it is said, and at most. */
export const DELIVERIES = 50
export const MOST_DELIVERIES = 200

/** `waiting` is sent or tried again; `failed` was given up. */
export const DeliveryState = z.enum(['waiting', 'acknowledged', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** Which deliveries to a receiver, newest first. */
export const DeliveryListQuery = z.strictObject({
  state: z.optional(DeliveryState),
  client_order_id: z.optional(
    z.string().check(z.regex(/^[A-Z0-9]{5}-[A-Z0-9]{6}$/, 'Use a client_order_id')),
  ),
  rows: z.optional(WholeNumber),
  cursor: z.optional(z.string().check(z.maxLength(512))),
})
export type DeliveryListQuery = z.infer<typeof DeliveryListQuery>

/** One callback on its way to one receiver. */
export const CallbackDelivery = z.object({
  /** The webhook-id that it is sent with; the same for each receiver. */
  delivery_id: z.string(),
  client_order_id: z.string(),
  /** Null for callbacks that were written before this was kept. */
  event: z.nullable(CallbackKind),
  state: DeliveryState,
  attempts: z.int(),
  /** Why its last attempt failed. */
  why: z.nullable(z.string()),
  created_at: z.string(),
  ended_at: z.nullable(z.string()),
  next_attempt_at: z.nullable(z.string()),
})
export type CallbackDelivery = z.infer<typeof CallbackDelivery>

export const DeliveryList = z.object({
  data: z.array(CallbackDelivery),
  next_cursor: z.nullable(z.string()),
})

/** One request to a receiver, and what it answered. */
export const DeliveryAttempt = z.object({
  at: z.string(),
  duration_ms: z.int(),
  /** Null where there was no answer. */
  status: z.nullable(z.int()),
  why: z.nullable(z.string()),
  /** How the answer began: at most 1,000 bytes. */
  answer: z.nullable(z.string()),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

/** What a receiver is sent. Signatures are made anew for each attempt. */
export const DeliveryRequest = z.object({
  url: z.nullable(z.string()),
  headers: z.record(z.string(), z.string()),
  /** As it is sent; null once it is forgotten. */
  body: z.nullable(z.string()),
})

/** A delivery with its request and what each attempt met, oldest first. */
export const ShownDelivery = z.extend(CallbackDelivery, {
  request: DeliveryRequest,
  tries: z.array(DeliveryAttempt),
})
export type ShownDelivery = z.infer<typeof ShownDelivery>

/** Which callbacks are sent again: those of a time, given up or all of them. */
export const ResendDeliveries = z.strictObject({
  from: UnixTimestamp,
  until: UnixTimestamp,
  state: z.optional(z.enum(['failed', 'any'])),
})
export type ResendDeliveries = z.infer<typeof ResendDeliveries>

export const Resent = z.object({ resent: z.int() })

/** A test callback: it is about no order, and is sent once. */
export const TestCallback = z.object({
  type: z.literal('test'),
  version: z.literal(2),
  test: z.object({ endpoint_id: z.string(), sent_at: z.string() }),
})
export type TestCallback = z.infer<typeof TestCallback>

/** A test callback that was sent, and what the receiver answered. */
export const TestedEndpoint = z.object({
  is_acknowledged: z.boolean(),
  request: DeliveryRequest,
  attempt: DeliveryAttempt,
})
export type TestedEndpoint = z.infer<typeof TestedEndpoint>
