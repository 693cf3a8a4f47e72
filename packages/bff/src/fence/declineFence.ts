import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Exchange } from '../program/Exchange.ts'
import { declineStore, type Cap, type DeclinedBy } from '../store/person/declines.ts'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

/** The declines in an hour and in a day after which nothing more is charged. */
const most = {
  client: { hour: 10, day: 20 },
  network: { hour: 100, day: 300 },
  card: { hour: 6, day: 10 },
  /** An issuer's cards belong to many people. */
  bin: { hour: 60, day: 200 },
} as const satisfies Record<DeclinedBy, { hour: number; day: number }>

/** After so many declines in a day, the reason of a further one is hidden: it would help card testing. */
const REASONS = 3

/** Refuses a charge after too many declines, before the card is used. */
export function declineFence({
  database,
  clock,
  limitsFactor,
}: Pick<Exchange, 'database' | 'clock' | 'limitsFactor'>) {
  const store = declineStore(database)
  const scaled = (count: number) => Math.max(1, Math.round(count * limitsFactor))
  const capsOf = (by: DeclinedBy, key: string): Cap[] => [
    { by, key, spanMs: HOUR_MS, most: scaled(most[by].hour) },
    { by, key, spanMs: DAY_MS, most: scaled(most[by].day) },
  ]
  async function check(caps: readonly Cap[]): Promise<void> {
    const now = clock.now()
    const endsAt = await store.fullUntil(caps, now)
    if (endsAt !== null) throw tooManyDeclines(Math.ceil((endsAt.getTime() - now.getTime()) / 1_000))
  }
  return {
    checkBuyer: (buyer: { clientId: string; network: string }) =>
      check([...capsOf('client', buyer.clientId), ...capsOf('network', buyer.network)]),
    checkCard: (card: { cardKey: string; bin: string }) =>
      check([...capsOf('card', card.cardKey), ...capsOf('bin', card.bin)]),
    async hidesReason({ clientId, cardKey }: { clientId: string; cardKey: string | null }): Promise<boolean> {
      const cap = { spanMs: DAY_MS, most: scaled(REASONS) }
      const caps: Cap[] = [{ by: 'client', key: clientId, ...cap }]
      if (cardKey !== null) caps.push({ by: 'card', key: cardKey, ...cap })
      return (await store.fullUntil(caps, clock.now())) !== null
    },
  }
}

function tooManyDeclines(seconds: number): Refusal {
  const detail = `Too many payments were declined; no card was charged. Try again in ${Math.ceil(seconds / 60)} min`
  return new Refusal('velocity_exceeded', detail, { extra: { retry_after: Math.max(1, seconds) } })
}
