/** A request as bytes and header lines, whatever they are worth. */
export type WildRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Sent without its length, in chunks. */
  readonly chunked: boolean
}
