import { Problem, type Code } from '@cambio/wire/http/Problem.ts'
import * as z from 'zod/mini'
import { openSchema, type Open } from './Open.ts'

/** Why the exchange refuses a call. The list grows: treat a code that you do not know by its status. */
export type ProblemCode = Open<Code>

/** A refusal of the exchange. `code` is stable, for your program to branch on; `message` is the detail, for people. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem
  /** One of the known codes, or one that is newer than this package. */
  readonly code: ProblemCode
  readonly status: number
  /** When to try again, seconds, where the exchange says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(problem: Problem, retryAfterSeconds: number | undefined) {
    super(problem.detail)
    this.problem = problem
    this.code = problem.code
    this.status = problem.status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * No answer, a broken connection, or an unreadable answer. The call may have been carried out: send it again with the
 * same idempotency key, or look for what it would have created.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** The refusal in an answer, or an error that the answer contains none. */
export function problemOf({ status, headers }: Response, json: unknown): Error {
  const problem = z.safeParse(openSchema(Problem), json)
  if (!problem.success) return new NoAnswer(`The exchange answered with status ${status} and no reason`)
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return new ProblemError(problem.data as Problem, Number.isFinite(seconds) ? seconds : undefined)
}
