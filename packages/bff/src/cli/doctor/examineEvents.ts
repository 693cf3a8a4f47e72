import { checkNats } from '@cambio/rails/nats/natsCheck.ts'
import { NatsFault } from '@cambio/rails/nats/natsFault.ts'
import { natsSettings } from '@cambio/rails/nats/natsSettings.ts'
import { bad, good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { ExchangeEnvironment } from '../../program/environment.ts'
import { eventPublications } from '../../store/callback/eventPublications.ts'
import { KEPT_MS } from '../../store/purge.ts'

const CHECK = 'events'
const MINUTE_MS = 60_000
/** The threshold of the alert EventsUnpublished. */
const LATE_MS = 5 * MINUTE_MS

/** Examines whether NATS accepts events and has all of them. Without NATS_URL, nothing is examined. */
export async function examineEvents(
  environment: ExchangeEnvironment,
  { query, now }: { query: Query; now: Date },
): Promise<Finding[]> {
  const settings = natsSettings(environment)
  if (settings === undefined) return []
  try {
    const { host, stream } = await checkNats(settings)
    const taker = stream ?? `${settings.stream}, which the first event creates,`
    return [
      good(CHECK, `NATS at ${host} accepts the login: ${taker} accepts events.`),
      ...(await late(query, now)),
    ]
  } catch (error) {
    if (!(error instanceof NatsFault)) throw error
    return [
      bad(
        CHECK,
        `Events are not published: ${error.message}.`,
        'Look at the NATS server, and at NATS_URL and its login. Orders and callbacks go on meanwhile.',
      ),
    ]
  }
}

async function late(query: Query, now: Date): Promise<Finding[]> {
  const { events, oldestAt } = await eventPublications({ query }).lag(new Date(now.getTime() - KEPT_MS))
  const waitedMs = oldestAt ? now.getTime() - oldestAt.getTime() : 0
  if (waitedMs < LATE_MS) return []
  return [
    warning(
      CHECK,
      `${events} events wait to be published, the first for ${Math.round(waitedMs / MINUTE_MS)} minutes.`,
      'Start the exchange, or see in its log why NATS does not accept them.',
    ),
  ]
}
