import type { Catalogue, Snapshot } from '@cambio/exchange/catalogue/Catalogue.ts'
import { snapshotAt, textsAt, timesAfter, type Change } from '@cambio/exchange/catalogue/Change.ts'
import type { IsSet } from '@cambio/exchange/catalogue/liveSnapshot.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { bell } from '@cambio/server/work/bell.ts'
import { CATALOGUE_CHANNEL, lastChange, readChanges } from '../store/catalogue.ts'

/** The catalogue in memory, kept as the database has it. */
export type HeldCatalogue = Catalogue & {
  /** Begins to listen for changes, and to look for them. */
  start(): void
  /** Reads what the database has now. @throws Error when it cannot be read; then the former catalogue still holds */
  refresh(): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 1_000

/**
 * Reads the catalogue and holds it in memory. A change is notified at once, and found by a look every second where the
 * notification was lost. One that takes effect later is in memory already, and holds when its time has come.
 * @throws Error when it cannot be read
 */
export async function openCatalogue(deps: {
  database: Database
  clock: Clock
  log: Log
  /** What is sold of what the operator offers; left out: all of it. */
  soldOf?: (offered: Snapshot, isSet: IsSet) => Snapshot
}): Promise<HeldCatalogue> {
  const { database, clock, log, soldOf = (offered) => offered } = deps
  const heldAt = (written: readonly Change[], at: Date): Held => {
    const { general } = textsAt(written, at)
    const snapshot = soldOf(snapshotAt(written, at), (name) => general.has(name))
    return { snapshot, until: timesAfter(written, at)[0] }
  }
  const stop = new AbortController()
  const news = bell()
  let running: Promise<void> | undefined
  let last = await lastChange(database.query)
  let changes: readonly Change[] = await readChanges(database.query)
  let held = heldAt(changes, clock.now())

  async function refresh(): Promise<void> {
    const newest = await lastChange(database.query)
    if (newest === last) return
    const read = await readChanges(database.query)
    held = heldAt(read, clock.now())
    changes = read
    last = newest
  }

  async function loop(): Promise<void> {
    const silence = await database.listen(CATALOGUE_CHANNEL, () => news.ring())
    while (!stop.signal.aborted) {
      await refresh().catch((error: unknown) => {
        log.error('the catalogue cannot be read; what held before holds on', { error })
      })
      await news.sleep(POLL_MS)
    }
    await silence()
  }

  return {
    now() {
      // The clock is asked only while something is planned.
      if (held.until !== undefined && clock.now() >= held.until) held = heldAt(changes, clock.now())
      return held.snapshot
    },
    refresh,
    start() {
      running ??= loop()
    },
    async stop() {
      stop.abort()
      news.ring()
      await running
    },
  }
}

/** A snapshot, and when the next one takes its place; undefined while nothing is planned. */
type Held = { readonly snapshot: Snapshot; readonly until: Date | undefined }
