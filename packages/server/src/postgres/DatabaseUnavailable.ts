/** How a statement failed. */
type Failure =
  /** The connection was lost, or there was no answer. */
  | 'gone'
  /** The server reported that it cannot do this now: it is read-only, starting, or full. */
  | 'refusing'
  /** This statement took too long, no connection was free for it, or it and another transaction waited for each other. */
  | 'slow'

/** The database could not be reached, or did not answer: nothing is wrong with the statement. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly failure: Failure
  /** SQLSTATE or system error; `no_answer`, `not_replicated` or `program_ending` where there is none. */
  readonly code: string
  /** Whether it may have been done: it was sent, and its answer was lost. */
  readonly isUnknown: boolean

  constructor(input: { failure: Failure; code: string; isUnknown: boolean; cause: unknown }) {
    super(`The database is unavailable (${input.code})`, { cause: input.cause })
    this.failure = input.failure
    this.code = input.code
    this.isUnknown = input.isUnknown
  }

  /** The failure of a transaction that never reached its commit: certainly nothing was done. */
  asNotDone(): DatabaseUnavailable {
    const { failure, code, cause } = this
    return this.isUnknown ? new DatabaseUnavailable({ failure, code, isUnknown: false, cause }) : this
  }
}

/** Whether a failed statement may have been done: its effect has to be checked before it is reported as failed. */
export function isAnswerLost(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.isUnknown
}

/**
 * Converts a driver's error about the database; undefined when the error is about the statement.
 * @param isSent false where no statement had been sent yet
 */
export function databaseUnavailableOf(error: unknown, isSent: boolean): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const failure = code === undefined ? failureOfMessage(error.message) : failureOfCode(code)
  if (failure === undefined) return undefined
  const isUnknown = isSent && failure === 'gone'
  return new DatabaseUnavailable({ failure, code: code ?? 'no_answer', isUnknown, cause: error })
}

/** SQLSTATEs (PostgreSQL's manual, appendix A) and system errors. */
function failureOfCode(code: string): Failure | undefined {
  if (/^(?:08...|57P0[1245]|25P03)$/.test(code)) return 'gone'
  // 40001: all our statements run at read committed, so that only a standby's recovery can conflict with them.
  if (/^(?:25006|40001|53...|57P03|58030)$/.test(code)) return 'refusing'
  if (code === '57014' || code === '40P01') return 'slow'
  return /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN|ENOENT|ERR_STREAM_\w+|ERR_SOCKET_\w+)$/.test(
    code,
  )
    ? 'gone'
    : undefined
}

/** Errors that the driver reports by their message only. */
function failureOfMessage(message: string): Failure | undefined {
  if (message === 'timeout exceeded when trying to connect') return 'slow'
  return /^(?:Connection terminated|timeout expired|Query read timeout)|is not queryable/.test(message)
    ? 'gone'
    : undefined
}
