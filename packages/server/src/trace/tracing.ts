/** The fields of a span: ids, names, counts and states, as in a log line; never a secret or a body. */
export type SpanFields = Readonly<Record<string, string | number | boolean | undefined>>

/** The span that is under way. */
export type Span = {
  /** Renames it, where the right name is known only at the end. */
  rename(name: string): void
  add(fields: SpanFields): void
}

/** A span that begins. */
export type NewSpan = {
  readonly name: string
  /** `server` answers a call, `client` makes one, `internal` does neither. */
  readonly kind: 'server' | 'client' | 'internal'
  /** Its parent span, as a W3C `traceparent`; by default the current one here, if any. */
  readonly parent?: string | undefined
  readonly fields?: SpanFields
}

/** Records spans: `openTelemetry.ts` where the operator wants traces, else nothing. */
export type Tracing = {
  inSpan<Result>(span: NewSpan, work: (span: Span) => Promise<Result>): Promise<Result>
  traceparent(): string | undefined
}

let tracing: Tracing | undefined

/**
 * Records spans from now on or, without an argument, no longer. A process has one trace of each call, so this is set
 * once.
 */
export function keepSpans(kept?: Tracing): void {
  tracing = kept
}

/** Whether spans are recorded, for callers that would first have to query the database. */
export function isTracing(): boolean {
  return tracing !== undefined
}

const unkept: Span = { rename() {}, add() {} }

/** Does work within a span, which fails if the work throws. Without recording it only does the work. */
export function inSpan<Result>(span: NewSpan, work: (span: Span) => Promise<Result>): Promise<Result> {
  return tracing === undefined ? work(unkept) : tracing.inSpan(span, work)
}

/** The span that is under way, as the header `traceparent` of W3C Trace Context; undefined where there is none. */
export function traceparent(): string | undefined {
  return tracing?.traceparent()
}

/** Headers that make the called program continue this trace; none without one. */
export function traceHeaders(): { traceparent?: string } {
  const parent = traceparent()
  return parent === undefined ? {} : { traceparent: parent }
}
