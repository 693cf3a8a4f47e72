/** What a span says beside its name: ids, names, counts and states, as a line of the log; never a secret or a body. */
export type SpanFields = Readonly<Record<string, string | number | boolean | undefined>>

/** The span that is under way. */
export type Span = {
  /** Gives it another name, where the right one is known only at the end. */
  rename(name: string): void
  add(fields: SpanFields): void
}

/** A span that begins. */
export type NewSpan = {
  readonly name: string
  /** `server` answers a call, `client` makes one, `internal` does neither. */
  readonly kind: 'server' | 'client' | 'internal'
  /** The span that it is a part of, as a W3C `traceparent`; left out: the one that is under way here, if there is one. */
  readonly parent?: string | undefined
  readonly fields?: SpanFields
}

/** What keeps spans: `openTelemetry.ts` where the operator wants traces, else nothing. */
export type Tracing = {
  inSpan<Result>(span: NewSpan, work: (span: Span) => Promise<Result>): Promise<Result>
  traceparent(): string | undefined
}

let tracing: Tracing | undefined

/**
 * Keeps spans from now on, or, without an argument, none any more. A process has one trace of each call, so it is set
 * once.
 */
export function keepSpans(kept?: Tracing): void {
  tracing = kept
}

/** Whether spans are kept, for who would have to ask the database first. */
export function isTracing(): boolean {
  return tracing !== undefined
}

const unkept: Span = { rename() {}, add() {} }

/** Does work inside a span, which fails where the work throws. Where no spans are kept it does the work alone. */
export function inSpan<Result>(span: NewSpan, work: (span: Span) => Promise<Result>): Promise<Result> {
  return tracing === undefined ? work(unkept) : tracing.inSpan(span, work)
}

/** The span that is under way, as the header `traceparent` of W3C Trace Context; undefined where there is none. */
export function traceparent(): string | undefined {
  return tracing?.traceparent()
}

/** Headers that make what is called go on with this trace; none where there is none. */
export function traceHeaders(): { traceparent?: string } {
  const parent = traceparent()
  return parent === undefined ? {} : { traceparent: parent }
}
