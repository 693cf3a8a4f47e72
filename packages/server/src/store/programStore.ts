import type { Log } from '../log.ts'
import { openDatabase, type Database } from '../postgres/Database.ts'
import type { Embedded } from '../postgres/embedded.ts'
import { holdsCluster } from '../postgres/embedded/cluster.ts'
import { dataFolderPath } from '../postgres/embedded/dataFolder.ts'
import { embeddedDatabase, hasDatabase } from '../postgres/embeddedDatabase.ts'
import { isMigrated, migrate } from '../postgres/migrate.ts'
import { onEmbedded } from '../postgres/onEmbedded.ts'
import { StartRefused } from '../StartRefused.ts'
import { addressNote, type Address } from './addressNote.ts'

/** What tells one program's data from another's. */
export type StorePlan<Pools> = {
  /** The name of its database on an embedded server, and of its note in a data folder. */
  readonly program: string
  /** What an operator calls it, as in "There is no exchange". */
  readonly title: string
  readonly schema: string
  /** The role it runs as where its environment names none: one that owns no table. */
  readonly appRole: string
  /** The folders of its migrations, in the order in which they are made. */
  readonly migrations: readonly string[]
  /** The variables with the addresses of its database and of the database's owner. */
  readonly variables: { readonly url: string; readonly ownerUrl: string }
  /** Opens its pools, each with at most so many connections. */
  pools(open: (connections: number) => Database): Pools & { readonly database: Database }
}

/** Where a program's environment says that its data is. */
export type StorePlace = {
  readonly mode: 'sandbox' | 'live'
  /** Of a PostgreSQL of the operator's own; undefined: a sandbox runs one of its own in `dataDir`. */
  readonly url: string | undefined
  /** Who migrates, where that is another user than the program runs as. */
  readonly ownerUrl: string | undefined
  /** Where notifications are heard, where `url` is a pooler's. */
  readonly directUrl?: string | undefined
  readonly dataDir: string
}

/** A program's database, open until closed. */
export type OpenStore<Pools> = Pools & {
  readonly database: Database
  /** Where the data of a sandbox really is. */
  readonly dataDir: string
  close(): Promise<void>
}

export type StoreDeps = { readonly log: Log; readonly progress: (sentence: string) => void }

/**
 * A program's database, brought up to date; without an address, a sandbox runs its own PostgreSQL. A sandbox leaves a
 * note of where its database is, so that the command line finds it while the program runs.
 * @throws StartRefused
 */
export async function openStore<Pools>(
  plan: StorePlan<Pools>,
  place: StorePlace,
  deps: StoreDeps,
): Promise<OpenStore<Pools>> {
  const { store, address } = await openAndMigrate(plan, place, deps)
  if (place.mode === 'live') return store
  const note = addressNote(store.dataDir, plan.program)
  await note.write(address)
  return {
    ...store,
    async close() {
      await note.remove()
      await store.close()
    },
  }
}

/**
 * The database for a command beside a program that may be running. It is never made here.
 * @throws StartRefused when the program has no database at the address or in the folder
 */
export async function reachStore<Pools>(
  plan: StorePlan<Pools>,
  place: StorePlace,
  deps: StoreDeps,
): Promise<OpenStore<Pools>> {
  const { url, ownerUrl } = place
  if (url !== undefined) {
    const { schema, variables } = plan
    if (await isMigrated({ url: ownerUrl ?? url, schema, variable: ownerVariable(plan, place) }))
      return (await openAndMigrate(plan, place, deps)).store
    throw nothingIn(plan, `the database at ${variables.url}`)
  }
  requireSandbox(plan, place)
  const dataDir = await dataFolderPath(place.dataDir)
  const running = (await reachRunning(plan, place.dataDir)) ?? (await reachRunning(plan, dataDir))
  if (running !== undefined) return running
  if (!(await holdsCluster(dataDir))) throw nothingIn(plan, dataDir)
  const { store } = await onEmbedded({ dataDir, ...deps }, async (server) => {
    if (await hasDatabase(server, plan.program)) return openEmbedded(plan, server)
    throw nothingIn(plan, dataDir)
  })
  return store
}

function nothingIn<Pools>({ title, variables }: StorePlan<Pools>, place: string): StartRefused {
  return new StartRefused(
    `There is no ${title} in ${place}: set DATA_DIR to the folder of yours, or ${variables.url} to its database.`,
  )
}

function requireSandbox<Pools>({ variables }: StorePlan<Pools>, { mode }: StorePlace): void {
  if (mode === 'sandbox') return
  throw new StartRefused(
    `Live payments are kept in a PostgreSQL of yours: set ${variables.url} to its address.`,
  )
}

/** The database of a running program; undefined without a note, or when it was left by one that was killed. */
async function reachRunning<Pools>(
  plan: StorePlan<Pools>,
  dataDir: string,
): Promise<OpenStore<Pools> | undefined> {
  const address = await addressNote(dataDir, plan.program).read()
  if (address === undefined) return undefined
  const store = connect(plan, address, dataDir)
  try {
    await store.database.query({ name: 'reach', text: 'select 1 as up', values: [] })
    return store
  } catch {
    await store.close()
    return undefined
  }
}

type Opened<Pools> = { readonly store: OpenStore<Pools>; readonly address: Address }

async function openAndMigrate<Pools>(
  plan: StorePlan<Pools>,
  place: StorePlace,
  deps: StoreDeps,
): Promise<Opened<Pools>> {
  const { url, ownerUrl, directUrl, dataDir } = place
  if (url !== undefined) {
    const role = ownerUrl === undefined ? plan.appRole : undefined
    const owner = { url: ownerUrl ?? url, variable: ownerVariable(plan, place) }
    return migrateAndConnect(plan, { url, role, directUrl }, { owner, dataDir })
  }
  requireSandbox(plan, place)
  return onEmbedded({ dataDir, ...deps }, (server) => openEmbedded(plan, server))
}

async function openEmbedded<Pools>(plan: StorePlan<Pools>, server: Embedded): Promise<Opened<Pools>> {
  const { appUrl, ownerUrl } = await embeddedDatabase(server, plan.program)
  const owner = { url: ownerUrl, variable: plan.variables.ownerUrl }
  return migrateAndConnect(plan, { url: appUrl }, { owner, dataDir: server.dataDir })
}

/** The variable that holds the owner's address. */
function ownerVariable<Pools>({ variables }: StorePlan<Pools>, { ownerUrl }: StorePlace): string {
  return ownerUrl === undefined ? variables.url : variables.ownerUrl
}

async function migrateAndConnect<Pools>(
  plan: StorePlan<Pools>,
  address: Address,
  { owner, dataDir }: { owner: { url: string; variable: string }; dataDir: string },
): Promise<Opened<Pools>> {
  const { schema, migrations } = plan
  const appRole = address.role ?? decodeURIComponent(new URL(address.url).username)
  await migrate({ ...owner, schema, appRole, directories: migrations })
  return { store: connect(plan, address, dataDir), address }
}

function connect<Pools>(
  plan: StorePlan<Pools>,
  { url, role, directUrl }: Address,
  dataDir: string,
): OpenStore<Pools> {
  const session = {
    url,
    schema: plan.schema,
    ...(role !== undefined && { role }),
    ...(directUrl !== undefined && { directUrl }),
  }
  const opened: Database[] = []
  const pools = plan.pools((connections) => {
    const database = openDatabase({ ...session, max: connections })
    opened.push(database)
    return database
  })
  return {
    ...pools,
    dataDir,
    async close() {
      for (const database of opened.toReversed()) await database.close()
    },
  }
}
