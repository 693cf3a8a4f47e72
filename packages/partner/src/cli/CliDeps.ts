/** The dependencies of the commands, so that a test runs them without a process of their own. */
export type CliDeps = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly fetch: typeof globalThis.fetch
  readonly print: (line: string) => void
  /** Reads a file as text; `-` is the standard input. */
  readonly read: (path: string) => Promise<string>
  readonly now: () => Date
  /** Ends a command that runs until it is stopped. */
  readonly stopped: AbortSignal
  /** Of this package. */
  readonly version: string
}

/** A call that cannot be carried out as it was typed. Nothing was done. */
export class BadCall extends Error {
  override readonly name = 'BadCall'
}
