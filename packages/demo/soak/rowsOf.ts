import type { Query } from '@cambio/server/postgres/Database.ts'

/** Runs a statement that is made up for a look at the database, prepared under no name. */
export function rowsOf<Row extends object>(
  query: Query,
  text: string,
  ...values: readonly unknown[]
): Promise<Row[]> {
  return query<Row>({ name: '', text, values })
}
