import { StartRefused } from '../settings/StartRefused.ts'

/** A database that nobody answers for at its address, or that does not let anybody in now. A command refuses by it, a program waits. */
export class DatabaseUnreached extends StartRefused {
  /** SQLSTATE or system error, or `no_answer`. */
  readonly code: string

  constructor(message: string, { code, cause }: { code: string; cause: unknown }) {
    super(message, { cause })
    this.code = code
  }
}
