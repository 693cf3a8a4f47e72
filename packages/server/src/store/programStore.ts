import process from 'node:process'
import type { Log } from '../log.ts'
import { availability } from '../postgres/availability.ts'
import { openDatabase, openListener, type Database } from '../postgres/Database.ts'
import type { Embedded } from '../postgres/embedded.ts'
import { hasCluster } from '../postgres/embedded/cluster.ts'
import { dataFolderPath } from '../postgres/embedded/dataFolder.ts'
import { embeddedDatabase, hasDatabase } from '../postgres/embeddedDatabase.ts'
import { isMigrated, migrate, type Migrated } from '../postgres/migrate.ts'
import { onEmbedded } from '../postgres/onEmbedded.ts'
import { reconnection } from '../postgres/reconnection.ts'
import { replication } from '../postgres/replication.ts'
import type { Standby } from '../postgres/standby/standbyReads.ts'
import { watchReplication } from '../postgres/watchReplication.ts'
import { StartRefused } from '../settings/StartRefused.ts'
import { addressNote, type Address } from './addressNote.ts'
import { checkClock, checkDatabase, clockSkewMs } from './checkDatabase.ts'
import { readiness } from './readiness.ts'
import type { StorePlace, StorePlan } from './StorePlan.ts'

/** A program's database, open until closed. */
export type OpenStore<Pools> = Pools & {
  readonly database: Database
  /** Where lists and reports may be read, once it has what the primary has. */
  readonly standby?: Standby | undefined
  /** The actual data folder of a sandbox. */
  readonly dataDir: string
  /** Whether the database accepts writes. */
  readonly isWritable: () => Promise<boolean>
  /** How far the database's clock is ahead of this machine's, seconds. */
  readonly skewSeconds: () => Promise<number>
  close(): Promise<void>
}

/** Of each pool. */
const LEAST_CONNECTIONS = 2
/** To a standby. */
const STANDBY_CONNECTIONS = 6

export type StoreDeps = { readonly log: Log; readonly progress: (sentence: string) => void }

/** `ownsLeases`: whether due work is done here, for which the process keeps a lock that shows that it lives. */
type Opening = StoreDeps & {
  readonly ownsLeases: boolean
  readonly connections?: number | undefined
  readonly readUrl?: string | undefined
}

/**
 * A program's database, brought up to date; without an address, a sandbox runs its own PostgreSQL. A sandbox notes the
 * address of its database, so that the command line finds it while the program runs.
 * @throws StartRefused
 */
export async function openStore<Pools>(
  plan: StorePlan<Pools>,
  place: StorePlace,
  deps: StoreDeps,
): Promise<OpenStore<Pools>> {
  const { store, address } = await openAndMigrate(plan, place, {
    ...deps,
    ownsLeases: true,
    connections: place.connections,
    readUrl: place.readUrl,
  })
  if (place.mode === 'live') {
    if (place.ownerUrl !== undefined) deps.log.warn(ownerIsShown(plan))
    return store
  }
  const note = addressNote(store.dataDir, plan.program)
  await note.write(address, place.url === undefined ? 'host' : 'guest')
  return {
    ...store,
    async close() {
      await note.remove()
      await store.close()
    },
  }
}

/** The warning that the system still shows the owner's address, even after the program has dropped it. */
function ownerIsShown<Pools>({ variables }: StorePlan<Pools>): string {
  return `the system still shows ${variables.ownerUrl}, which this program was started with: migrate apart, and start it without`
}

/**
 * Opens the database for a command, beside a program that may be running. It is never created here. A command writes
 * times too, so its clock is checked like a program's.
 * @throws StartRefused when the program has no database at the address or in the folder, or when the clocks differ
 */
export async function reachStore<Pools>(
  plan: StorePlan<Pools>,
  place: StorePlace,
  deps: StoreDeps,
): Promise<OpenStore<Pools>> {
  const store = await findStore(plan, place, deps)
  try {
    await checkClock(store.database)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

async function findStore<Pools>(
  plan: StorePlan<Pools>,
  place: StorePlace,
  deps: StoreDeps,
): Promise<OpenStore<Pools>> {
  const { url, ownerUrl, directUrl } = place
  const opening = { ...deps, ownsLeases: false }
  if (url !== undefined) {
    const { schema } = plan
    const owner = { url: ownerUrl ?? directUrl ?? url, variable: ownerVariable(plan, place) }
    if (await isMigrated({ ...owner, schema })) return (await openAndMigrate(plan, place, opening)).store
    throw notMigrated(plan)
  }
  requireSandbox(plan, place)
  const dataDir = await dataFolderPath(place.dataDir)
  const running =
    (await reachRunning(plan, { ...opening, dataDir: place.dataDir })) ??
    (await reachRunning(plan, { ...opening, dataDir }))
  if (running !== undefined) return running
  if (!(await hasCluster(dataDir))) throw nothingIn(plan, dataDir)
  const { store } = await onEmbedded({ dataDir, ...deps }, async (server) => {
    if (await hasDatabase(server, plan.program)) return openEmbedded(plan, server, opening)
    throw nothingIn(plan, dataDir)
  })
  return store
}

function nothingIn<Pools>({ title, variables }: StorePlan<Pools>, place: string): StartRefused {
  return new StartRefused(
    `There is no ${title} in ${place}: set DATA_DIR to the folder of yours, or ${variables.url} to its database.`,
  )
}

function notMigrated<Pools>({ title, variables }: StorePlan<Pools>): StartRefused {
  return new StartRefused(
    `There is no ${title} in the database at ${variables.url}: if that is the one it is to be in, run the command "migrate" first, with the owner's address in ${variables.ownerUrl}; else set ${variables.url} to its database.`,
  )
}

function requireSandbox<Pools>({ variables }: StorePlan<Pools>, { mode }: StorePlace): void {
  if (mode === 'sandbox') return
  throw new StartRefused(
    `Live payments are kept in a PostgreSQL of yours: set ${variables.url} to its address.`,
  )
}

/** The database of a running program; undefined without a note, or when a killed program left the note. */
async function reachRunning<Pools>(
  plan: StorePlan<Pools>,
  opening: Opening & { dataDir: string },
): Promise<OpenStore<Pools> | undefined> {
  const address = await addressNote(opening.dataDir, plan.program).read()
  if (address === undefined) return undefined
  const store = connect(plan, address, opening)
  try {
    await store.database.query({ name: 'reach', text: 'select 1 as up', values: [] })
    return store
  } catch {
    await store.close()
    return undefined
  }
}

/** Ends a program on whose database a later version has been at work. It says so itself when it is started again. */
function endOutdated(log: Log, error: unknown): void {
  log.error('the database has become one of a later version of this program, which therefore ends', { error })
  process.kill(process.pid, 'SIGTERM')
}

type Opened<Pools> = { readonly store: OpenStore<Pools>; readonly address: Address }

async function openAndMigrate<Pools>(
  plan: StorePlan<Pools>,
  place: StorePlace,
  deps: Opening,
): Promise<Opened<Pools>> {
  const { url, ownerUrl, directUrl, dataDir } = place
  if (url !== undefined) {
    const role = ownerUrl === undefined ? plan.appRole : undefined
    const isPooled = directUrl !== undefined
    if (isPooled && role !== undefined) throw ownRole(plan)
    const { statementNames } = place
    const address = { url, role, directUrl, isPooled, statementNames }
    const owner = { url: ownerUrl ?? directUrl ?? url, variable: ownerVariable(plan, place) }
    return migrateAndConnect(plan, address, { owner, dataDir, ...deps })
  }
  requireSandbox(plan, place)
  return onEmbedded({ dataDir, ...deps }, (server) => openEmbedded(plan, server, deps))
}

async function openEmbedded<Pools>(
  plan: StorePlan<Pools>,
  server: Embedded,
  deps: Opening,
): Promise<Opened<Pools>> {
  const { appUrl, ownerUrl } = await embeddedDatabase(server, plan.program)
  const owner = { url: ownerUrl, variable: plan.variables.ownerUrl }
  return migrateAndConnect(plan, { url: appUrl }, { owner, dataDir: server.dataDir, ...deps })
}

/** Behind a pooler no session can switch to a role. */
function ownRole<Pools>({ variables }: StorePlan<Pools>): StartRefused {
  return new StartRefused(
    `Behind a pooler the program runs as the user of ${variables.url}: give it the role that owns no table, and the owner's address to ${variables.ownerUrl}.`,
  )
}

/** The variable that holds the owner's address. */
function ownerVariable<Pools>({ variables }: StorePlan<Pools>, { ownerUrl, directUrl }: StorePlace): string {
  if (ownerUrl !== undefined) return variables.ownerUrl
  return directUrl === undefined ? variables.url : variables.directUrl
}

async function migrateAndConnect<Pools>(
  plan: StorePlan<Pools>,
  address: Address,
  { owner, ...opening }: Opening & { owner: { url: string; variable: string }; dataDir: string },
): Promise<Opened<Pools>> {
  const { schema, migrations, layouts, baseline } = plan
  const appRole = address.role ?? decodeURIComponent(new URL(address.url).username)
  const { mayMigrate } = await migrate({
    ...owner,
    schema,
    appRole,
    directories: migrations,
    layouts,
    baseline,
  })
  // A user that may not migrate is the role that the program runs as, by any name.
  const session = mayMigrate ? address : { ...address, role: undefined }
  const store = connect(plan, session, opening)
  try {
    if (session.role !== undefined) await checkRole(plan, store, session.role)
    if (opening.ownsLeases) await check(plan, store, opening)
    return { store, address: session }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** @throws StartRefused where the user of the address may not work as the role */
async function checkRole<Pools>(
  { variables }: StorePlan<Pools>,
  { database }: OpenStore<Pools>,
  role: string,
): Promise<void> {
  try {
    await database.query({ name: 'check_role', text: 'select 1 as up', values: [] })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== '42501' && code !== '22023') throw error
    throw new StartRefused(
      `The user of ${variables.url} may not work as the role ${role}: run "grant ${role} to <that user>" as an administrator, or give ${variables.url} that role's own address, and the owner's to ${variables.ownerUrl}.`,
      { cause: error },
    )
  }
}

/**
 * Brings a program's database up to date and closes it, so that the owner's address is not needed where the program
 * runs.
 * @returns what was done
 * @throws StartRefused
 */
export async function migrateStore<Pools>(plan: StorePlan<Pools>, place: StorePlace): Promise<Migrated> {
  const { url, ownerUrl, directUrl } = place
  const { variables, schema, appRole, migrations, layouts, baseline } = plan
  if (url === undefined)
    throw new StartRefused(
      `Only a PostgreSQL of yours is migrated apart: set ${variables.url} to its address.`,
    )
  const owner = { url: ownerUrl ?? directUrl ?? url, variable: ownerVariable(plan, place) }
  const role = ownerUrl === undefined ? appRole : decodeURIComponent(new URL(url).username)
  const { mayMigrate, ...migrated } = await migrate({
    ...owner,
    schema,
    appRole: role,
    directories: migrations,
    layouts,
    baseline,
  })
  if (!mayMigrate)
    throw new StartRefused(
      `Nothing is left to migrate; the user of ${owner.variable} could not: set ${variables.ownerUrl} to the owner's address.`,
    )
  return migrated
}

async function check<Pools>(
  plan: StorePlan<Pools>,
  { database }: OpenStore<Pools>,
  { log, connections = plan.connections }: Opening,
): Promise<void> {
  const { schema, variables } = plan
  const { max_connections: maxConnections } = await checkDatabase(database, {
    schema,
    variable: variables.url,
  })
  // One more connection listens.
  log.info('connections to the database', { connections: connections + 1, maxConnections })
}

function connect<Pools>(
  plan: StorePlan<Pools>,
  address: Address,
  { dataDir, log, ownsLeases, connections = plan.connections, readUrl }: Opening & { dataDir: string },
): OpenStore<Pools> {
  const session = { ...address, schema: plan.schema }
  const watch = availability({ log })
  const pace = reconnection()
  // A command may read what is not replicated yet; a program acts on what it reads.
  const replicated = ownsLeases ? replication() : undefined
  const listener = openListener(session, {
    ownsLeases,
    layouts: plan.layouts,
    onLost: () => replicated?.doubt(),
    onRefused: (error) => endOutdated(log, error),
  })
  const opened: Database[] = []
  const pools = plan.pools((share) => {
    const max = Math.max(LEAST_CONNECTIONS, Math.round((share * connections) / plan.connections))
    const database = openDatabase({
      ...session,
      max,
      plansOnce: ownsLeases,
      listener,
      watch,
      reconnection: pace,
      replication: replicated,
    })
    opened.push(database)
    return database
  })
  const standby =
    readUrl === undefined
      ? undefined
      : openDatabase({
          ...session,
          url: readUrl,
          isPooled: false,
          statementNames: true,
          max: STANDBY_CONNECTIONS,
          plansOnce: true,
          listener,
        })
  if (standby !== undefined) opened.push(standby)
  const { isWritable, close: stopLooking } = readiness(pools.database, watch)
  const watching = replicated && watchReplication(pools.database, replicated)
  return {
    ...pools,
    standby,
    dataDir,
    isWritable,
    skewSeconds: async () => (await clockSkewMs(pools.database)) / 1000,
    async close() {
      stopLooking()
      watching?.close()
      await Promise.all([listener.close(), ...opened.map((database) => database.close())])
    },
  }
}
