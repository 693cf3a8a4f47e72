import { StartRefused } from '../settings/StartRefused.ts'

/**
 * A database that does not answer at its address, or accepts no connections now. A command is refused with it; a
 * program waits.
 */
export class DatabaseUnreached extends StartRefused {
  /** SQLSTATE or system error, or `no_answer`. */
  readonly code: string

  constructor(message: string, { code, cause }: { code: string; cause: unknown }) {
    super(message, { cause })
    this.code = code
  }
}
