import * as z from 'zod/mini'
import { UnixTimestamp, WholeNumber } from '../http/field.ts'
import { CallbackKind } from './Callback.ts'

/** Deliveries on a page, by default and at most. */
export const DELIVERIES = 50
export const MOST_DELIVERIES = 200

/** `waiting` will be sent or retried; `failed` was given up. */
export const DeliveryState = z.enum(['waiting', 'acknowledged', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** Filters of the deliveries to an endpoint, newest first. */
export const DeliveryListQuery = z.strictObject({
  state: z.optional(DeliveryState),
  client_order_id: z.optional(
    z.string().check(z.regex(/^[A-Z0-9]{5}-[A-Z0-9]{6}$/, 'Use a client_order_id')),
  ),
  rows: z.optional(WholeNumber),
  cursor: z.optional(z.string().check(z.maxLength(512))),
})
export type DeliveryListQuery = z.infer<typeof DeliveryListQuery>

/** One callback on its way to one endpoint. */
export const CallbackDelivery = z.object({
  /** The webhook-id that it is sent with; the same for each endpoint. */
  delivery_id: z.string(),
  client_order_id: z.string(),
  /** Null for callbacks that were written before this was stored. */
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

/** One request to an endpoint, and what it answered. */
export const DeliveryAttempt = z.object({
  at: z.string(),
  duration_ms: z.int(),
  /** Null where there was no answer. */
  status: z.nullable(z.int()),
  why: z.nullable(z.string()),
  /** The beginning of the answer: at most 1,000 bytes. */
  answer: z.nullable(z.string()),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

/** The request to an endpoint. Signatures are made anew for each attempt. */
export const DeliveryRequest = z.object({
  url: z.nullable(z.string()),
  headers: z.record(z.string(), z.string()),
  /** The body as sent; null once it is deleted. */
  body: z.nullable(z.string()),
})

/** A delivery with its request and the result of each attempt, oldest first. */
export const ShownDelivery = z.extend(CallbackDelivery, {
  request: DeliveryRequest,
  tries: z.array(DeliveryAttempt),
})
export type ShownDelivery = z.infer<typeof ShownDelivery>

/** The callbacks to send again: those of a period, given-up ones or all. */
export const ResendDeliveries = z.strictObject({
  from: UnixTimestamp,
  until: UnixTimestamp,
  state: z.optional(z.enum(['failed', 'any'])),
})
export type ResendDeliveries = z.infer<typeof ResendDeliveries>

export const Resent = z.object({ resent: z.int() })

/** A test callback: it concerns no order, and is sent once. */
export const TestCallback = z.object({
  type: z.literal('test'),
  version: z.literal(2),
  test: z.object({ endpoint_id: z.string(), sent_at: z.string() }),
})
export type TestCallback = z.infer<typeof TestCallback>

/** A test callback that was sent, and what the endpoint answered. */
export const TestedEndpoint = z.object({
  is_acknowledged: z.boolean(),
  request: DeliveryRequest,
  attempt: DeliveryAttempt,
})
export type TestedEndpoint = z.infer<typeof TestedEndpoint>
