import type { PartitionedTable } from '@cambio/server/postgres/partitions/PartitionedTable.ts'
import { lineStays } from './stayingJournals.ts'

/**
 * The tables that may be divided by month, the least important one first. A request's id is counted. An event and its
 * callbacks are written in the statement that sets their order's `seq`, by nobody but who has seen the one before: their
 * keys need no index to be there once. Seals are numbered by one writer at a time. A journal is there once by a table of its own,
 * and its lines are written with it and at no other time.
 */
export const partitionedTables: readonly ArchivedTable[] = [
  {
    name: 'partner_request',
    time: 'at',
    key: ['partner_id', 'at', 'id'],
    lookedUpBy: [],
    layout: 'requests_by_month',
    keptMonths: 1,
    isOfOrders: false,
    stays: null,
  },
  {
    name: 'ledger_seal',
    time: 'day',
    key: ['number', 'day'],
    lookedUpBy: [],
    // Programs of before would call a chain altered of which months are archived.
    layout: 'seals_by_month',
    keptMonths: 24,
    isOfOrders: false,
    isChain: true,
    stays: null,
  },
  {
    name: 'callback',
    time: 'created_at',
    key: ['order_id', 'seq', 'created_at'],
    lookedUpBy: ['id'],
    // Programs of before would take rows of another month for those that they have leased.
    layout: 'callbacks_by_month',
    // Partners read what was sent to them, and have it sent again, for a month after it ended.
    keptMonths: 3,
    isOfOrders: true,
    // What is still to be sent, or may be sent again.
    stays: 'due_at is not null or body is not null',
  },
  {
    name: 'order_event',
    time: 'at',
    key: ['order_id', 'seq', 'at'],
    lookedUpBy: [],
    layout: 'events_by_month',
    // Banks charge back for up to eighteen months.
    keptMonths: 24,
    isOfOrders: true,
    // Whether a first order or a coupon was used is asked of these for as long as their client buys.
    stays: "fact in ('discount_used', 'discount_missed')",
  },
  {
    name: 'posting',
    time: 'posted_on',
    key: ['journal_id', 'line', 'posted_on'],
    lookedUpBy: [],
    // Programs of before would call books altered of which lines are archived.
    layout: 'postings_by_month',
    // As events: a charge-back is booked against what its order's journals say.
    keptMonths: 24,
    isOfOrders: true,
    isBooks: true,
    stays: lineStays,
  },
]

/** The layouts in which these tables are divided. A program of before one of them does not start on a database that has it. */
export const monthLayouts: readonly string[] = partitionedTables.map(({ layout }) => layout)

/** A table that may be divided, and of which old months may be archived. */
export type ArchivedTable = PartitionedTable & {
  /** The fewest whole months that stay. */
  readonly keptMonths: number
  /** Whether its rows are of orders: none of an order that is open is archived. */
  readonly isOfOrders: boolean
  /** Whether its rows are the chain of seals: what is archived of it is proved from the file. */
  readonly isChain?: true
  /** Whether its rows are the lines of the books: balances of what is archived are carried forward, and its months are closed. */
  readonly isBooks?: true
  /** A condition on rows that stay however old they are; null where none do. */
  readonly stays: string | null
}
