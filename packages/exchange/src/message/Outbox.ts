/** What a sandbox would have sent. */
export type OutboxEntry = {
  readonly kind: 'mail' | 'sms' | 'whatsapp' | 'withdrawal code'
  readonly recipient: string
  readonly body: string
  /** A mail's HTML, as a page that loads nothing; null where it has text alone. */
  readonly page?: string | null
}

/** Where a sandbox keeps what it would have sent, for its testers to read. */
export type Outbox = { keep(entry: OutboxEntry): Promise<void> }
