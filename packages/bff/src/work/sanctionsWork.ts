import type { Repeated } from '@cambio/server/work/repeat.ts'
import type { Exchange } from '../program/Exchange.ts'
import { sanctionsState, type SanctionsState } from '../store/sanctions.ts'

const LOOK_EVERY_MS = 60_000
/** The age from which the list counts as old, milliseconds. OFAC publishes more often. */
const OLD_MS = 7 * 24 * 60 * 60 * 1_000

/**
 * Measures the list of sanctioned wallets, and warns in live while it is empty or old: at the start, and again when it
 * becomes so. A sandbox's coins belong to no one.
 */
export function sanctionsWork({
  database,
  clock,
  log,
  metrics,
  mode,
}: Pick<Exchange, 'database' | 'clock' | 'log' | 'metrics' | 'mode'>): Repeated {
  let state: SanctionsState | undefined
  let warned: string | undefined
  const reading = (value: number | undefined) => (value === undefined ? [] : [{ labels: {}, value }])
  metrics.gauge('sanctions_wallets', 'Wallets on the list of sanctions that was read.', [], async () =>
    reading(state?.wallets),
  )
  metrics.gauge(
    'sanctions_list_age_seconds',
    'How long ago the list of sanctions was read; +Inf where it never was.',
    [],
    async () => reading(state && ageSeconds(state, clock.now())),
  )
  return {
    everyMs: LOOK_EVERY_MS,
    atOnce: true,
    failed: 'the list of sanctions could not be looked at',
    async work() {
      state = await sanctionsState(database)
      const fault = mode === 'live' ? sanctionsFault(state, clock.now()) : undefined
      if (fault !== undefined && fault !== warned) log.warn(fault, { count: state.wallets })
      warned = fault
    },
  }
}

function ageSeconds({ readAt }: SanctionsState, now: Date): number {
  return readAt === null ? Infinity : (now.getTime() - readAt.getTime()) / 1_000
}

/** What is wrong with the list of sanctioned wallets, and the command that mends it; undefined where nothing is. */
export function sanctionsFault({ wallets, readAt }: SanctionsState, now: Date): string | undefined {
  if (wallets === 0)
    return 'the list of sanctioned wallets is empty, so nobody is screened by it: “sanctions refresh” reads it'
  if (readAt === null || now.getTime() - readAt.getTime() > OLD_MS)
    return 'the list of sanctioned wallets is older than seven days: “sanctions refresh” reads it anew'
  return undefined
}
