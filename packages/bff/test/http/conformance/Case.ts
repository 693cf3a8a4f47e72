import type { Code } from '@cambio/wire/http/Problem.ts'

/** What is bent about a request, one thing at a time. */
type Kind =
  | 'credentials'
  | 'another tenant'
  | 'missing'
  | 'wrong type'
  | 'over-long'
  | 'text that cannot be kept'
  | 'unknown field'
  | 'empty'
  | 'sent twice'

/** The parts of a request: the path's parameters and the query percent-encoded. */
export type Sent = {
  readonly params: Readonly<Record<string, string>>
  readonly query: readonly string[]
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** One request that is bent, and what must come of it. */
export type Case = {
  readonly kind: Kind
  /** What is bent, for whoever reads that it failed. */
  readonly what: string
  /** The name of the wrong credentials that it carries, or `stranger`; by default it carries those that open the route. */
  readonly as?: string
  /** A parameter of the path that is bent, in place of the one of whoever calls. */
  readonly param?: Readonly<Record<string, string>>
  readonly sent: Sent
  readonly expected: Expected
}

/**
 * A refusal by one of these codes, which blames nothing beside what stands at `pointer` if that is given; or whatever the
 * route may answer, as long as it does not blame what stands at `unblamed`, and refuses it as it refuses the twin.
 */
export type Expected =
  | { readonly is: 'refused'; readonly codes: readonly Code[]; readonly pointer?: string }
  | { readonly is: 'answered'; readonly unblamed?: string; readonly twin?: Sent }
