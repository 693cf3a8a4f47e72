import * as z from 'zod/mini'
import { WholeNumber } from '../http/field.ts'
import { AttemptDeclined, CallbackV1, CallbackV2, CodeCallback, LockedCallback } from './Callback.ts'

/** The part of the feed: after which event, and how many. */
export const EventFeedQuery = z.strictObject({
  after: z.optional(
    z.pipe(
      z.union([
        z.string().check(z.regex(/^\d{1,15}$/, 'Use the id of an event, or 0')),
        z.int().check(z.minimum(0), z.maximum(999_999_999_999_999)),
      ]),
      z.transform(Number),
    ),
  ),
  limit: z.optional(WholeNumber),
})
export type EventFeedQuery = z.infer<typeof EventFeedQuery>

/** Events of one answer, by default and at most. A larger number is reduced to this. */
export const EVENTS = 50
export const MOST_EVENTS = 500

/** A withdrawal waits for its code; this event is without the code. */
export const CodeSent = z.extend(CodeCallback, {
  withdrawal: z.omit(CodeCallback.shape.withdrawal, { code: true }),
})
export type CodeSent = z.infer<typeof CodeSent>

/** One callback, as sent or about to be sent; an `attempt_declined` is listed here whether or not it is sent. */
export const CallbackEvent = z.object({
  /** Ordered: a reader who has seen one has seen all before it. */
  id: z.int(),
  /** Its `webhook-id`, by which a receiver recognises duplicates. */
  callback_id: z.string(),
  created_at: z.string(),
  callback: z.union([CallbackV2, CodeSent, LockedCallback, AttemptDeclined, CallbackV1]),
})
export type CallbackEvent = z.infer<typeof CallbackEvent>

/** A partner's callbacks of the last 31 days, oldest first. */
export const EventFeed = z.object({
  data: z.array(CallbackEvent),
  /**
   * The `after` of the next request: the id of the last event here, or the `after` that was sent where there is none.
   */
  next_after: z.int(),
})
export type EventFeed = z.infer<typeof EventFeed>
