import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Need } from '@cambio/server/work/needs.ts'

/** Counts what waits for a person. */
export async function countOf(query: Query, { name, text, values }: Need): Promise<bigint> {
  const [row] = await query<{ count: bigint }>({ name: `read_${name}`, text, values: values?.() ?? [] })
  return row?.count ?? 0n
}
