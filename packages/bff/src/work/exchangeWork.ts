import { forgetEndedWindows } from '@cambio/server/http/limits.ts'
import type { DueLoop, DueWork } from '@cambio/server/work/due.ts'
import { booksNeed, needs } from '@cambio/server/work/needs.ts'
import { programWork } from '@cambio/server/work/programWork.ts'
import type { Exchange } from '../program/Exchange.ts'
import { sealJournals } from '../store/ledger/sealJournals.ts'
import { orderListStore } from '../store/order/orderLists.ts'
import { resumeOrders } from '../store/order/resumeOrders.ts'
import { purge } from '../store/purge.ts'
import { deliveryWork, type Deliveries } from './delivery/deliveryWork.ts'
import {
  bankNeeds,
  departureNeeds,
  exchangeNeeds,
  partnerMailNeed,
  leftoversNeed,
  retryNeeds,
  unconfirmedNeed,
} from './exchangeNeeds.ts'
import { partitionWork } from './partitionWork.ts'
import { sanctionsWork } from './sanctionsWork.ts'

/** The fewer orders are uncounted, the less a list has to count itself. */
const COUNT_EVERY_MS = 1_000
/** The sooner a journal is sealed, the shorter it can be altered unseen. */
const SEAL_EVERY_MS = 2_000
const NEEDS_EVERY_MS = 5_000
/** All bank lines without an order are read for it. */
const BANK_NEEDS_EVERY_MS = 60_000
/** All postings are read for it. */
const BOOKS_EVERY_MS = 600_000

/**
 * Everything the exchange does by itself: the loops it is given, callbacks, counting orders, sealing the books,
 * removing what has expired.
 */
export function exchangeWork(
  exchange: Exchange,
  loops: readonly DueLoop[],
  deliveries: readonly Deliveries[],
): DueWork {
  const { catalogue, database, clock, random, log, metrics } = exchange
  const counting = { database, log, metrics }
  return programWork(
    { database, clock, random, log, metrics },
    {
      loops,
      works: deliveries.map((each) => ({ ...each, work: deliveryWork(exchange, each) })),
      resume: [resumeOrders],
      cleaning: [() => purge(exchange), () => forgetEndedWindows({ clock, query: database.query })],
      repeated: [
        {
          everyMs: COUNT_EVERY_MS,
          failed: 'orders could not be counted',
          work: () => orderListStore({ query: database.query, reads: database.query }).count(),
        },
        {
          everyMs: SEAL_EVERY_MS,
          failed: 'the books could not be sealed',
          work: (ending) => sealJournals({ query: database.query, now: () => clock.now(), ending }),
        },
        needs(counting, {
          everyMs: NEEDS_EVERY_MS,
          needs: [
            ...exchangeNeeds,
            partnerMailNeed(() => clock.now()),
            ...departureNeeds({ catalogue, now: () => clock.now() }),
            ...retryNeeds,
          ],
        }),
        needs(counting, {
          everyMs: BANK_NEEDS_EVERY_MS,
          needs: [...bankNeeds, unconfirmedNeed(() => clock.now())],
        }),
        needs(counting, { everyMs: BOOKS_EVERY_MS, needs: [booksNeed, leftoversNeed] }),
        sanctionsWork(exchange),
        partitionWork(exchange),
        ...exchange.repeated,
      ],
    },
  )
}
