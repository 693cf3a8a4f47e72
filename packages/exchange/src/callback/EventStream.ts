/** An event of a partner's feed, as an external stream receives it. */
export type StreamEvent = {
  /** Stable over repeats, so that the stream and its readers can drop duplicates. */
  readonly id: string
  readonly partnerId: string
  readonly orderId: string
  /** What it reports, such as `client_order.finished`: words with dots between them. */
  readonly kind: string
  /** The event as in the feed. */
  readonly json: string
}

/** An external stream that others read events from. The exchange only writes to it. */
export type EventStream = {
  /**
   * Resolves once the stream has stored the event.
   * @throws Error where that is unknown; publish the event again then
   */
  publish(event: StreamEvent): Promise<void>
  /** Publishes nothing more; what is under way fails. */
  close(): Promise<void>
}
