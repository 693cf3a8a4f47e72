import { chart } from '@cambio/exchange/books/chart.ts'
import { UNCLAIMED } from '@cambio/exchange/books/Payment.ts'
import type { OutsidePayment } from '@cambio/exchange/payin/card/adoptedAttempt.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import type { Proof } from './Proof.ts'

/** One pair of statements compares this many payments. */
const AT_ONCE = 5_000

/**
 * Compares the exchange's books of each card payment with what the platform captured and refunded. They may differ
 * where one of the two has not heard of the other's last step yet: that is reported, and is no fault. A capture that no
 * payment of the exchange asked for is a fault, and so is a booking without a capture.
 */
export async function comparePlatform(between: Between): Promise<Proof> {
  return proofOf(await differingPayments(between))
}

/** The two databases, and the exchange's account at the platform. */
type Between = {
  readonly exchange: Database
  readonly cards: Database
  readonly merchantId: string
}

/** A payment whose amounts in the two differ. */
type Differing = {
  readonly id: string
  /** Whether the exchange asked for it. */
  readonly isKnown: boolean
  /** What the platform has above the books; negative where it has less. */
  readonly difference: OutsidePayment['difference']
  /** The card's masked number. */
  readonly mask: string
  readonly begunAt: Date
}

type Compared = {
  readonly agreeing: number
  readonly underWay: number
  /** Payments with bookings that are archived: what is left of them cannot be compared. */
  readonly archived: number
  readonly wrong: readonly Differing[]
  /** Payments that the exchange has booked and the platform does not have. */
  readonly unknown: bigint
}

/** Compares every payment of the two, and names those that differ. */
export async function differingPayments({ exchange, cards, merchantId }: Between): Promise<Compared> {
  const wrong: Differing[] = []
  let [agreeing, underWay, archived, booked] = [0, 0, 0, 0n]
  for (let after = '', isMore = true; isMore;) {
    const payments = await paymentsAfter(cards.query, { merchantId, after })
    const ids = payments.map(({ order_id: id }) => id)
    const bookings = await bookingsOf(exchange.query, ids)
    const unclaimed = await unclaimedOf(exchange.query, ids)
    for (const payment of payments) {
      const {
        order_id: id,
        units,
        currency,
        mask,
        begun_at: begunAt,
        is_open: isOpen,
        is_held: isHeld,
      } = payment
      const booking = bookings.get(id)
      if (booking?.has_money) booked += 1n
      const missing = units - (booking?.units ?? 0n) - (unclaimed.get(id)?.units ?? 0n)
      if (booking?.is_archived || unclaimed.get(id)?.is_archived) archived += 1
      else if (missing === 0n && (booking || !isHeld)) agreeing += 1
      else if (booking && (booking.is_open || isOpen)) underWay += 1
      else
        wrong.push({
          id,
          isKnown: booking !== undefined,
          difference: { units: missing, currency },
          mask,
          begunAt,
        })
    }
    after = payments.at(-1)?.order_id ?? after
    isMore = payments.length === AT_ONCE
  }
  const unknown = (await bookedPayments(exchange.query)) - booked
  return { agreeing, underWay, archived, wrong, unknown }
}

function proofOf({ agreeing, underWay, archived, wrong, unknown }: Compared): Proof {
  const parts = [
    `${counted(agreeing, 'payment agrees', 'payments agree')} to the cent`,
    ...(underWay === 0 ? [] : [`${counted(underWay, 'is', 'are')} under way and will be asked about`]),
    ...(archived === 0
      ? []
      : [`${counted(archived, 'older one is', 'older ones are')} archived and not compared`]),
    ...(wrong.length === 0
      ? []
      : [
          `these differ: ${wrong
            .slice(0, 10)
            .map(({ id }) => id)
            .join(', ')}`,
        ]),
    ...(unknown === 0n
      ? []
      : [`${counted(unknown, 'booked one is', 'booked ones are')} not on the platform`]),
  ]
  return {
    proof: 'books = platform',
    holds: wrong.length === 0 && unknown === 0n,
    finding: `${parts.join('; ')}.`,
  }
}

type Payment = {
  readonly order_id: string
  readonly units: bigint
  readonly currency: string
  readonly mask: string
  readonly begun_at: Date
  readonly is_open: boolean
  /** Whether a bank holds money for it that is not captured yet. */
  readonly is_held: boolean
}

/**
 * The amounts of one merchant's payments at the platform, by the exchange's own id of each. Several attempts at one
 * payment are summed.
 */
function paymentsAfter(
  query: Query,
  { merchantId, after }: { merchantId: string; after: string },
): Promise<Payment[]> {
  return query<Payment>({
    name: 'backup_platform_payments',
    text: PLATFORM,
    values: [merchantId, after, AT_ONCE],
  })
}

const PLATFORM = `
  select t.order_id, sum(t.captured - t.refunded - t.charged_back) as units, min(t.currency) as currency,
    min(t.created_at) as begun_at, (array_agg(t.mask order by t.created_at desc))[1] as mask,
    bool_or(t.state in ('held', 'capturing')) as is_held,
    bool_or(t.due_at is not null or t.state in ('authorising', 'challenged', 'held', 'capturing', 'reversing')
      or exists (select from notification n where n.transaction_id = t.id and n.due_at is not null)) as is_open
  from transaction t where t.merchant_id = $1 and t.order_id > $2
  group by t.order_id order by t.order_id limit $3`

type Booking = {
  readonly units: bigint
  readonly has_money: boolean
  readonly is_open: boolean
  readonly is_archived: boolean
}

async function bookingsOf(query: Query, ids: readonly string[]): Promise<Map<string, Booking>> {
  const rows = await query<Booking & { id: string }>({
    name: 'backup_bookings',
    text: BOOKINGS,
    values: [ids, chart.cardReceivable],
  })
  return new Map(rows.map(({ id, ...booking }) => [id, booking]))
}

/** The ids of a payment's journals begin with its order and its number. */
const OWN = `j.reference = a.order_id and starts_with(j.id, a.order_id || ':' || a.number || ':')`

const BOOKED = `
  select p.units from journal j
    join posting p on p.journal_id = j.id and p.layer = 'posted'
    join account r on r.id = p.account_id and r.name = $2
  where ${OWN}`

/** A journal always has lines: one without them is archived. */
const ARCHIVED = 'not exists (select from posting p where p.journal_id = j.id)'

const BOOKINGS = `
  select a.platform_order_id as id, coalesce((select sum(units) from (${BOOKED}) booked), 0) as units,
    exists (${BOOKED}) as has_money,
    exists (select from journal j where ${OWN} and ${ARCHIVED}) as is_archived,
    (a.state in ('open', 'challenged', 'held', 'returning') or o.due_at is not null
      or exists (select from inbox i where i.reference = a.platform_order_id and i.due_at is not null)) as is_open
  from attempt a join orders o on o.id = a.order_id
  where a.platform_order_id = any($1)`

/** Payments without an order that are booked as the operator's, by their ids. */
async function unclaimedOf(
  query: Query,
  ids: readonly string[],
): Promise<Map<string, Pick<Booking, 'units' | 'is_archived'>>> {
  const rows = await query<Pick<Booking, 'units' | 'is_archived'> & { id: string }>({
    name: 'backup_unclaimed',
    text: `
      select j.reference as id, bool_or(${ARCHIVED}) as is_archived, coalesce(sum((
        select sum(p.units) from posting p join account r on r.id = p.account_id and r.name = $2
        where p.journal_id = j.id
      )), 0) as units
      from journal j where j.reference = any($1) and j.kind = $3 group by j.reference`,
    values: [ids, chart.cardReceivable, UNCLAIMED],
  })
  return new Map(rows.map(({ id, ...booking }) => [id, booking]))
}

/** How many payments the exchange has booked. */
async function bookedPayments(query: Query): Promise<bigint> {
  const [row] = await query<{ count: bigint }>({
    name: 'backup_booked_payments',
    text: `select count(*) from attempt a where exists (${BOOKED.replace('$2', '$1')})`,
    values: [chart.cardReceivable],
  })
  return row?.count ?? 0n
}
