import { EVENTS, MOST_EVENTS } from '@cambio/wire/partner/EventFeed.ts'
import type { Handlers } from '../../http/Handler.ts'
import { callbackEventOf } from '../../partner/callbackEvent.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { KEPT_MS } from '../../store/purge.ts'

/** Lists a partner's callbacks, for a receiver that was unavailable or that prefers to poll. */
export function eventsHandler({ clock }: Pick<Exchange, 'clock'>): Handlers['partner']['events'] {
  return async ({ partner, query: { after = 0, limit = EVENTS }, stores }) => {
    const since = new Date(clock.now().getTime() - KEPT_MS)
    const range = { partnerId: partner.id, after, since, limit: Math.min(limit, MOST_EVENTS) }
    const events = await stores.events.read(range)
    return { data: events.map(callbackEventOf), next_after: Number(events.at(-1)?.id ?? after) }
  }
}
