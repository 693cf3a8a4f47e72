import type { Log } from '../log.ts'

/** A PostgreSQL that this process started, or found running from an earlier one and took over. */
export type Embedded = {
  /** Where the data really is; another place than asked for when that one is closed to the server's user. */
  readonly dataDir: string
  /** The superuser's address of a database. */
  url(database: string): string
  /** The address of a database for a login role of the program's. */
  urlFor(database: string, role: { name: string; password: string }): string
  /** Stops the server: what is committed is on disk, connections are cut. */
  stop(): Promise<void>
}

export async function startEmbedded(input: {
  dataDir: string
  log: Log
  progress?: (sentence: string) => void
  /** Tests only: no fsync, so that a thousand small commits do not wait for a disk. */
  unsafe?: boolean
}): Promise<Embedded> {
  throw new Error(`not yet ${input.dataDir}`)
}
