/** A table that may be divided into partitions by month. */
export type PartitionedTable = {
  readonly name: string
  /** The column with the time of a row; it is never null and never changes. */
  readonly time: string
  /**
   * The columns of its key when it is partitioned, including the time: PostgreSQL only guarantees that they are unique
   * together. Any stricter uniqueness has to be ensured for each table otherwise.
   */
  readonly key: readonly string[]
  /** Columns of today's keys that are no part of that one: rows are still found by them, and an index of them stays. */
  readonly lookedUpBy: readonly string[]
  /** The layout that the database has once it is divided: programs that do not know it are kept away from then on. */
  readonly layout: string
}

/** The beginning of the month that is this many months after that of a time, in UTC. */
export function monthAfter(at: Date, months: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
}

/** The name of a table's partition with everything before a month. */
export function nameBefore({ name }: Pick<PartitionedTable, 'name'>, bound: Date): string {
  return `${name}_before_${bound.toISOString().slice(0, 7).replace('-', '_')}`
}
