import type { Problem } from '@cambio/wire/http/Problem.ts'
import type { commonRefusals, ofAmount, ofBody, ofCaller } from '@cambio/wire/http/route.ts'
import type { widget } from '@cambio/wire/routes/widget.ts'

type Routes = (typeof widget)[keyof typeof widget]

/** Every refusal that the service may give the widget, and the ways in which a call gets no answer. */
export type FailureCode =
  | Routes['refusals'][number]
  | (typeof ofCaller)[Routes['caller']][number]
  | (typeof commonRefusals)[number]
  | (typeof ofBody)[number]
  | (typeof ofAmount)[number]
  /** No answer was received: no network, or a time-out. Whether the call was carried out is unknown. */
  | 'unreachable'
  /** An answer was received that does not follow the contract. */
  | 'unreadable'

/** Whether the buyer's money has moved, as far as this failure shows. */
export type MoneyMoved = 'no' | 'checking'

/** A call that failed. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: FailureCode
  readonly problem: Problem | null

  constructor(code: FailureCode, problem: Problem | null = null) {
    super(problem?.detail ?? code)
    this.code = code
    this.problem = problem
  }

  /** Whether the same call may succeed in a moment, since nothing about it is wrong. */
  get passing(): boolean {
    return passing.has(this.code)
  }

  /** Whether the call may have been carried out although it failed: it was not refused, its answer is missing. */
  get unsure(): boolean {
    return unsure.has(this.code)
  }

  /** Whether the order has changed since this page last read it. */
  get overtaken(): boolean {
    return overtaken.has(this.code)
  }
}

const passing: ReadonlySet<FailureCode> = new Set([
  'unreachable',
  'unreadable',
  'internal',
  'unavailable',
  'too_many_requests',
  'rate_unavailable',
  'platform_unreachable',
])

const overtaken: ReadonlySet<FailureCode> = new Set(['order_state', 'attempt_open', 'request_used'])

const unsure: ReadonlySet<FailureCode> = new Set(['unreachable', 'unreadable', 'internal', 'unavailable'])

/** Any thrown value as a failure; one that is not ours is a fault of this page. */
export function failureOf(thrown: unknown): Failure {
  return thrown instanceof Failure ? thrown : new Failure('unreadable')
}
