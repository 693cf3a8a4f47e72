import type { Catalogue, Snapshot } from '@cambio/exchange/catalogue/Catalogue.ts'
import {
  snapshotAt,
  textsAt,
  timesAfter,
  type CatalogueChange,
} from '@cambio/exchange/catalogue/CatalogueChange.ts'
import { liveSnapshot } from '@cambio/exchange/catalogue/liveSnapshot.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { bell } from '@cambio/server/work/bell.ts'
import { CATALOGUE_CHANNEL, lastState, readChanges, withIdentifying } from '../store/catalogue.ts'

/** The catalogue in memory, kept up to date with the database. */
export type CachedCatalogue = Catalogue & {
  /** Starts to listen and to poll for changes. */
  start(): void
  /**
   * Reads the current catalogue from the database. @throws Error if it cannot be read; the former catalogue stays in
   * force
   */
  refresh(): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 1_000

/**
 * Reads the catalogue and caches it. The database notifies changes at once; a poll every second finds those whose
 * notification was lost. A planned change is cached beforehand and takes effect at its time.
 * @throws Error when it cannot be read
 */
export async function openCatalogue(deps: {
  database: Database
  clock: Clock
  log: Log
  mode: Mode
}): Promise<CachedCatalogue> {
  const { database, clock, log, mode } = deps
  const cachedAt = ({ changes, identifying }: Written, at: Date): Cached => {
    const { general } = textsAt(changes, at)
    const offered = withIdentifying(snapshotAt(changes, at, mode), identifying)
    const snapshot = mode === 'live' ? liveSnapshot(offered, (name) => general.has(name)) : offered
    return { snapshot, until: timesAfter(changes, at)[0] }
  }
  const stop = new AbortController()
  const changed = bell()
  let running: Promise<void> | undefined
  let written: Written = { ...(await lastState(database.query)), changes: await readChanges(database.query) }
  let cached = cachedAt(written, clock.now())

  async function refresh(): Promise<void> {
    const newest = await lastState(database.query)
    if (newest.last === written.last && String(newest.identifying) === String(written.identifying)) return
    const read = { ...newest, changes: await readChanges(database.query) }
    cached = cachedAt(read, clock.now())
    written = read
  }

  async function loop(): Promise<void> {
    const silence = await database.listen(CATALOGUE_CHANNEL, () => changed.ring())
    while (!stop.signal.aborted) {
      await refresh().catch((error: unknown) => {
        log.error('the catalogue cannot be read; the previous one stays in force', { error })
      })
      await changed.sleep(POLL_MS)
    }
    await silence()
  }

  return {
    now() {
      // The clock is read only while a change is planned.
      if (cached.until !== undefined && clock.now() >= cached.until) cached = cachedAt(written, clock.now())
      return cached.snapshot
    },
    refresh,
    start() {
      running ??= loop()
    },
    async stop() {
      stop.abort()
      changed.ring()
      await running
    },
  }
}

/** The catalogue in the database: all changes, and the partners that identify their own clients. */
type Written = {
  readonly last: bigint
  readonly identifying: readonly string[]
  readonly changes: readonly CatalogueChange[]
}

/** A snapshot, and when the next one replaces it; undefined while nothing is planned. */
type Cached = { readonly snapshot: Snapshot; readonly until: Date | undefined }
