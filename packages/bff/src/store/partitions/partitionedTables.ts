import type { PartitionedTable } from '@cambio/server/postgres/partitions/PartitionedTable.ts'

/**
 * The tables that may be divided by month, the least important one first. A request's id is counted. An event is written
 * in the statement that sets its order's `seq`, by nobody but who has seen the one before: its key needs no index to be
 * there once.
 */
export const partitionedTables: readonly PartitionedTable[] = [
  { name: 'partner_request', time: 'at', key: ['partner_id', 'at', 'id'] },
  { name: 'order_event', time: 'at', key: ['order_id', 'seq', 'at'] },
]
