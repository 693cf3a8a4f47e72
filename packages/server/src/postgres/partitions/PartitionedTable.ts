/** A table that may be divided into partitions by month. */
export type PartitionedTable = {
  readonly name: string
  /** The column with the time that a row belongs to; it is never null and never changes. */
  readonly time: string
  /**
   * The columns of its key when it is divided, the time among them: PostgreSQL can promise no more than that all of them
   * together are there once. What else makes a row the only one has to be known of each table.
   */
  readonly key: readonly string[]
}

/** The first moment of the month that is so many months after that of a time, in UTC. */
export function monthAfter(at: Date, months: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
}

/** The name of the partition of a table that holds everything before a month. */
export function nameBefore({ name }: Pick<PartitionedTable, 'name'>, bound: Date): string {
  return `${name}_before_${bound.toISOString().slice(0, 7).replace('-', '_')}`
}
