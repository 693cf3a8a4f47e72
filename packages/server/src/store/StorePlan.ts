import type { Database } from '../postgres/Database.ts'

/** What distinguishes one program's data from another's. */
export type StorePlan<Pools> = {
  /** The name of its database on an embedded server, and of its note in a data folder. */
  readonly program: string
  /** Its name for an operator, as in "There is no exchange". */
  readonly title: string
  readonly schema: string
  /** The role that it runs as by default: one that owns no table. */
  readonly appRole: string
  /** The folders of its migrations, in order. */
  readonly migrations: readonly string[]
  /** The layouts of its tables that it knows beside those that its migrations make: later versions may know more. */
  readonly layouts: readonly string[]
  /** The file that makes a new database like its migrations. */
  readonly baseline: string
  /** The variables with the addresses of its database, of the database's owner, and past a pooler. */
  readonly variables: { readonly url: string; readonly ownerUrl: string; readonly directUrl: string }
  /** Connections of all its pools together, by default. */
  readonly connections: number
  /** Opens its pools, each with its share of `connections`. */
  pools(open: (connections: number) => Database): Pools & { readonly database: Database }
}

/** The location of a program's data, from its environment. */
export type StorePlace = {
  readonly mode: 'sandbox' | 'live'
  /** The address of the operator's own PostgreSQL; undefined: a sandbox runs its own in `dataDir`. */
  readonly url: string | undefined
  /** The address of the user that migrates, where the program runs as another. */
  readonly ownerUrl: string | undefined
  /** Where notifications are received, where `url` is a pooler's. */
  readonly directUrl?: string | undefined
  /** The address of a standby for lists and reports; undefined for none. */
  readonly readUrl?: string | undefined
  /** Whether statements are prepared under their names; undefined: only if `url` is not a pooler's. */
  readonly statementNames?: boolean | undefined
  /** Connections of all pools together; undefined for the plan's default. */
  readonly connections?: number | undefined
  readonly dataDir: string
}
