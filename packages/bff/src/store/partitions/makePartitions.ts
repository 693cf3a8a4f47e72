import type { Query } from '@cambio/server/postgres/Database.ts'

/** Makes the partitions that divided tables need until two months from a time. @returns how many it made */
export async function makePartitions(query: Query, at: Date): Promise<number> {
  const [row] = await query<{ made: number }>({
    name: 'partitions_make',
    text: 'select make_partitions($1) as made',
    values: [at],
  })
  return row?.made ?? 0
}

/** Takes back conversions that were broken off weeks ago, before they refuse rows of a new month. @returns how many */
export async function callOffConversions(query: Query, at: Date): Promise<number> {
  const [row] = await query<{ called_off: number }>({
    name: 'conversions_call_off',
    text: 'select call_off_conversions($1) as called_off',
    values: [at],
  })
  return row?.called_off ?? 0
}
