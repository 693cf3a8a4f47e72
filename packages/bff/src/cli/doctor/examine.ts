import { textsAt, snapshotAt } from '@cambio/exchange/catalogue/CatalogueChange.ts'
import { judgementsOf } from '@cambio/rails/rates/judgementsOf.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import { bad, good, type Finding } from '@cambio/server/doctor/Finding.ts'
import { silentLog } from '@cambio/server/log.ts'
import { codeInWords } from '@cambio/server/postgres/codeInWords.ts'
import type { Random } from '@cambio/server/Random.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { clockSkewMs } from '@cambio/server/store/checkDatabase.ts'
import type { ExchangeEnvironment } from '../../program/environment.ts'
import { existingKeys } from '../../program/keySource.ts'
import { readChanges } from '../../store/catalogue.ts'
import { checkKeys } from '../../store/innerKeys.ts'
import { reachStore, type OpenStore } from '../../store/openStore.ts'
import { examineDatabase } from './examineDatabase.ts'
import { examineEvents } from './examineEvents.ts'
import { examinePartitions } from './examinePartitions.ts'
import { examinePatroni } from './examinePatroni.ts'
import { examineReach } from './examineReach.ts'
import { examineLive, examineSettings } from './examineSettings.ts'
import { examineStandby } from './examineStandby.ts'
import { examineWork } from './examineWork.ts'

export type DoctorDeps = {
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly random: Random
  readonly version: string
  /** The running version of Node.js. */
  readonly nodeVersion: string
}

/** Examines every part, and continues if one cannot be examined. */
export async function examine(deps: DoctorDeps): Promise<Finding[]> {
  const { version, nodeVersion, variables, clock } = deps
  const versions = good('versions', `Cambio is ${version}, on Node.js ${nodeVersion}.`)
  const { environment, findings } = examineSettings(variables)
  if (environment === undefined) return [versions, ...findings]
  const askSources = judgementsOf({ clock, log: silentLog }, environment.RATES, environment.SANDBOX_PRICES)
  return [
    versions,
    ...findings,
    ...(await guarded('database', () => examineStore(deps, environment))),
    ...(await guarded('Patroni', () => examinePatroni(environment))),
    ...(await guarded('reach', () => examineReach(environment, askSources))),
  ]
}

async function examineStore(deps: DoctorDeps, environment: ExchangeEnvironment): Promise<Finding[]> {
  const store = await reachStore(environment, { log: silentLog, progress: () => {} })
  try {
    const { query } = store.database
    const { clock } = deps
    const now = () => clock.now()
    return [
      ...(await guarded('database', () => examineDatabase(query, { now: now(), mode: environment.MODE }))),
      ...(await guarded('partitions', () => examinePartitions({ query, now: now() }))),
      ...(await guarded('standby', () => examineStandby(environment, query))),
      ...(await guarded('events', () => examineEvents(environment, { query, now: now() }))),
      ...(await guarded('clock', () => clockFinding(store))),
      ...(await guarded('keys', () => keyFinding(deps, environment, store))),
      ...(await guarded('live', () => liveFindings(environment, store, now()))),
      ...(await guarded('work', () => examineWork({ query, now, mode: environment.MODE }))),
    ]
  } finally {
    await store.close()
  }
}

async function clockFinding({ database }: OpenStore): Promise<Finding[]> {
  const seconds = (await clockSkewMs(database)) / 1_000
  return [good('clock', `It is within ${Math.max(0.1, Math.abs(seconds)).toFixed(1)} s of the database’s.`)]
}

async function keyFinding(
  { random }: DoctorDeps,
  environment: ExchangeEnvironment,
  store: OpenStore,
): Promise<Finding[]> {
  const { keyring } = existingKeys(environment, store)
  await checkKeys({ query: store.database.query, keyring, random })
  return [good('keys', 'EXCHANGE_KEY opens the sealed data in the database.')]
}

async function liveFindings(
  environment: ExchangeEnvironment,
  { database }: OpenStore,
  at: Date,
): Promise<Finding[]> {
  const changes = await readChanges(database.query)
  const { general } = textsAt(changes, at)
  const snapshot = snapshotAt(changes, at, environment.MODE)
  return examineLive(environment, { snapshot, isSet: (name) => general.has(name) })
}

/**
 * Reports a part that cannot be examined as a finding. An error's message may contain a secret, unless it was written
 * for people.
 */
async function guarded(check: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof StartRefused) return [bad(check, error.message, 'Do this and run doctor again.')]
    const code = error instanceof Error && 'code' in error ? ` (${codeInWords(String(error.code))})` : ''
    return [
      bad(check, `It could not be checked${code}.`, 'Look at the log of the exchange, and at its database.'),
    ]
  }
}
