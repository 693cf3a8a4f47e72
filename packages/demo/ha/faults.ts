import { setTimeout as after } from 'node:timers/promises'
import type { PostgresCluster } from './cluster/PostgresCluster.ts'
import { Programs } from './cluster/Programs.ts'
import type { FaultName } from './faultNames.ts'

type Stage = { readonly cluster: PostgresCluster; readonly programs: Programs }

/** A failure of one part, which is repaired at its end. */
export type Fault = {
  readonly tells: string
  /** The longest time without an acknowledged order, milliseconds; null where nothing may be acknowledged meanwhile. */
  readonly goalMs: number | null
  meet(stage: Stage): Promise<void>
}

/** A switch-over is asked for, a crash has to be noticed first. */
const SWITCH_MS = 5_000
const CRASH_MS = 35_000
/** How long what was lost stays away, milliseconds. */
const AWAY_MS = 20_000
const MOMENT_MS = 3_000

export const faults: Readonly<Record<FaultName, Fault>> = {
  'switch-over': {
    tells: 'patronictl switchover',
    goalMs: SWITCH_MS,
    meet: ({ cluster }) => cluster.switchOver(),
  },
  'kill-primary': {
    tells: 'kill -9 of the primary’s PostgreSQL',
    goalMs: CRASH_MS,
    async meet({ cluster }) {
      cluster.killPostgres(await primaryOf(cluster))
      await after(MOMENT_MS)
      await cluster.until(() => cluster.primary())
    },
  },
  'kill-machine': {
    tells: 'kill -9 of PostgreSQL and Patroni of the primary',
    goalMs: CRASH_MS,
    async meet({ cluster }) {
      const primary = await primaryOf(cluster)
      await cluster.killMachine(primary)
      await another(cluster, primary)
      cluster.startMember(primary)
    },
  },
  'kill-patroni': {
    tells: 'kill -9 of the primary’s Patroni',
    goalMs: CRASH_MS,
    async meet({ cluster }) {
      const primary = await primaryOf(cluster)
      await cluster.killPatroni(primary)
      await another(cluster, primary)
      cluster.startMember(primary)
    },
  },
  'freeze-machine': {
    tells: 'PostgreSQL and Patroni of the primary stand still, and go on',
    goalMs: CRASH_MS,
    async meet({ cluster }) {
      const primary = await primaryOf(cluster)
      cluster.freeze(primary, 'SIGSTOP')
      try {
        await another(cluster, primary)
        await after(AWAY_MS)
      } finally {
        cluster.freeze(primary, 'SIGCONT')
      }
    },
  },
  'standby-lost': {
    tells: 'the standby that commits wait for is away',
    goalMs: SWITCH_MS,
    async meet({ cluster }) {
      const standby = await cluster.nextPrimary()
      await cluster.killMachine(standby)
      await after(AWAY_MS)
      cluster.startMember(standby)
    },
  },
  'standbys-lost': {
    tells: 'both standbys are away: nothing is acknowledged',
    goalMs: null,
    async meet({ cluster }) {
      const standbys = await cluster.standbys()
      for (const standby of standbys) await cluster.killMachine(standby)
      await after(AWAY_MS)
      for (const standby of standbys) cluster.startMember(standby)
    },
  },
  'etcd-away': {
    tells: 'etcd is away',
    goalMs: SWITCH_MS,
    async meet({ cluster }) {
      await cluster.endEtcd()
      await after(AWAY_MS)
      cluster.startEtcd()
    },
  },
  'proxy-restart': {
    tells: 'HAProxy is started anew',
    goalMs: SWITCH_MS,
    meet: ({ cluster }) => cluster.restartProxy(),
  },
  'kill-program': {
    tells: 'kill -9 of an exchange and of a card platform',
    goalMs: SWITCH_MS,
    async meet({ programs }) {
      for (const name of ['exchange-1', 'cards-1']) {
        await programs.endProgram(name, 'SIGKILL')
        await programs.startProgram(name)
      }
    },
  },
  'rolling-restart': {
    tells: 'all programs are started anew, one after the other',
    goalMs: SWITCH_MS,
    meet: ({ programs }) => restartEach(programs),
  },
  'rolling-upgrade': {
    tells: 'the databases are migrated, then each program is replaced by this version',
    goalMs: SWITCH_MS,
    async meet({ programs }) {
      await programs.upgrade()
      await restartEach(programs)
    },
  },
}

/**
 * The control: the standbys are away for a moment under traffic, the primary's machine is lost, and they come back. Where no
 * commit waits for a standby, what was acknowledged in that moment is gone.
 */
export const lossOfTheLast: Fault = {
  tells: 'the primary is lost while its standbys are away',
  goalMs: null,
  async meet({ cluster }) {
    const primary = await primaryOf(cluster)
    const standbys = await cluster.standbys()
    for (const standby of standbys) await cluster.killMachine(standby)
    await after(MOMENT_MS)
    await cluster.killMachine(primary)
    for (const standby of standbys) cluster.startMember(standby)
    await another(cluster, primary)
    cluster.startMember(primary)
  },
}

async function primaryOf(cluster: PostgresCluster): Promise<string> {
  const primary = await cluster.primary()
  if (primary === undefined) throw new Error('There is no primary.')
  return primary
}

/** Waits until another server is the primary. */
function another(cluster: PostgresCluster, than: string): Promise<void> {
  return cluster.until(async () => ![undefined, than].includes(await cluster.primary()))
}

/** How long a program may take to end, milliseconds; on a loaded machine, how many times as long as a bare one. */
const TERM_WITHIN_MS = 1_000
const TIMES_BARE = 10

/** @throws Error where a program was too slow to end */
async function restartEach(programs: Programs): Promise<void> {
  const late: string[] = []
  for (const name of Programs.names) {
    const { endedMs, bareMs } = await programs.endBesideBare(name)
    if (endedMs > Math.max(TERM_WITHIN_MS, TIMES_BARE * bareMs))
      late.push(`${name} took ${Math.round(endedMs)} ms to end, and a bare program ${Math.round(bareMs)}`)
    await programs.startProgram(name)
    await after(MOMENT_MS)
  }
  if (late.length > 0) throw new Error(`${late.join(', ')}.`)
}
