/** An event of a partner's feed, as a stream outside gets it. */
export type StreamEvent = {
  /** Stable over repeats, so that the stream and its readers drop what they have had. */
  readonly id: string
  readonly partnerId: string
  readonly orderId: string
  /** What it reports, such as `client_order.finished`: words with dots between them. */
  readonly kind: string
  /** The event as the feed has it. */
  readonly json: string
}

/** A stream outside that others read events from. The exchange writes to it and is never told anything by it. */
export type EventStream = {
  /** Resolves once the stream has kept the event. @throws Error where that is not known; then it is published again */
  publish(event: StreamEvent): Promise<void>
  /** Ends what is under way, which fails, and publishes nothing more. */
  close(): Promise<void>
}
