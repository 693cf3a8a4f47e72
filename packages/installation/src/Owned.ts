import { silentLog } from '@cambio/server/log.ts'
import { findEmbedded, startEmbedded, type Embedded } from '@cambio/server/postgres/embedded.ts'
import { hasCluster } from '@cambio/server/postgres/embedded/cluster.ts'
import { dataFolderPath } from '@cambio/server/postgres/embedded/dataFolder.ts'
import { embeddedDatabase, hasDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import type { Program } from './Program.ts'

/** A program's database, reached as its owner. */
export type Owned = {
  readonly name: Program['name']
  readonly url: string
  /** The variable that contains the address, for messages. */
  readonly variable: string
  readonly schema: string
  /** The role that the program runs as. */
  readonly appRole: string
  /** The folders of its migrations. */
  readonly directories: readonly string[]
}

type Asked = {
  readonly programs: readonly Program[]
  /** Whether to create a sandbox's database that does not exist. */
  readonly make: boolean
  readonly progress: (sentence: string) => void
}

/**
 * Works on the programs' databases as their owner. A sandbox's own PostgreSQL is used if it runs, or else started for
 * the time of the work. A program without a database is skipped.
 */
export async function onOwned<Result>(
  { programs, make, progress }: Asked,
  work: (owned: readonly Owned[]) => Promise<Result>,
): Promise<Result> {
  const external = programs.flatMap((program) => externalOf(program) ?? [])
  const embedded = programs.filter(({ place }) => place.url === undefined && place.mode === 'sandbox')
  const [first] = embedded
  if (first === undefined) return work(external)
  const dataDir = await dataFolderPath(first.place.dataDir)
  if (!make && !(await hasCluster(dataDir))) return work(external)
  const running = await findEmbedded(dataDir)
  if (running !== undefined) return workOn(running)
  const started = await startEmbedded({ dataDir, log: silentLog, progress })
  try {
    return await workOn(started)
  } finally {
    await started.stop()
  }

  async function workOn(server: Pick<Embedded, 'url'>): Promise<Result> {
    const found = await Promise.all(embedded.map((program) => embeddedOf(program, server, make)))
    return work([...found.flat(), ...external].toSorted(exchangeFirst))
  }
}

/** A database of the operator's own; undefined where the settings name none. */
function externalOf({ name, plan, place }: Program): Owned | undefined {
  const { url, ownerUrl, directUrl } = place
  if (url === undefined) return undefined
  const { schema, migrations, variables } = plan
  return {
    name,
    url: ownerUrl ?? directUrl ?? url,
    variable: ownerUrl === undefined ? variables.url : variables.ownerUrl,
    schema,
    appRole: ownerUrl === undefined ? plan.appRole : decodeURIComponent(new URL(url).username),
    directories: migrations,
  }
}

async function embeddedOf(
  { name, plan, place }: Program,
  server: Pick<Embedded, 'url'>,
  make: boolean,
): Promise<Owned[]> {
  if (!make && !(await hasDatabase(server, plan.program))) return []
  const { ownerUrl, appRole } = await embeddedDatabase(server, plan.program)
  const variable = `${place.dataDir} (${plan.program})`
  return [{ name, url: ownerUrl, variable, schema: plan.schema, appRole, directories: plan.migrations }]
}

function exchangeFirst(one: Owned, other: Owned): number {
  return other.name.localeCompare(one.name)
}
