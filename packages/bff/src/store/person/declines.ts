import { CANCELED_BY_BUYER } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'

/** By what declines are counted. */
export type DeclinedBy = 'client' | 'network' | 'card' | 'bin'

/** At most this many declines of one client, network, card or BIN within a span. */
export type Cap = {
  readonly by: DeclinedBy
  readonly key: string
  readonly spanMs: number
  readonly most: number
}

/** Counts the banks' declines, from the attempts to pay by card. */
export function declineStore({ query }: Pick<Database, 'query'>) {
  return {
    /** When the reached caps allow another decline; null when none is reached. */
    async fullUntil(caps: readonly Cap[], now: Date): Promise<Date | null> {
      const [full] = await query<{ ends_at: Date | null }>({
        name: `decline_caps_${caps.map(({ by }) => by).join('_')}`,
        text: `select max(ends_at) as ends_at from (${caps.map(endOf).join(' union all ')}) as cap`,
        values: [now, ...caps.flatMap(({ key, spanMs, most }) => [key, `${spanMs} ms`, most - 1])],
      })
      return full?.ends_at ?? null
    },
  }
}

/** A cap is reached while the oldest of its last declines is still within the span. */
function endOf({ by }: Cap, index: number): string {
  const [key, span, skipped] = [2, 3, 4].map((place) => `$${index * 3 + place}`)
  return `(
    select a.opened_at + ${span}::interval as ends_at from ${FOUND_BY[by](`${key}::text`)} and ${DECLINED}
      and a.opened_at > $1::timestamptz - ${span}::interval
    order by a.opened_at desc offset ${skipped}::int limit 1)`
}

/** A bank's decline: not a buyer who canceled, nor a SALE that never reached a bank. */
const DECLINED = `a.state = 'declined' and a.trans_id is not null and a.reason <> '${CANCELED_BY_BUYER}'`

const FOUND_BY: Readonly<Record<DeclinedBy, (key: string) => string>> = {
  client: (key) => `orders o join attempt a on a.order_id = o.id where o.client_id = ${key}`,
  network: (key) => `attempt a where a.network = ${key}`,
  card: (key) => `attempt a where a.card_key = ${key}`,
  bin: (key) => `attempt a where left(a.card_mask, 6) = ${key} and a.card_key is not null`,
}
