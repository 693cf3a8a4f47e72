import { openDatabase, type Query } from '@cambio/server/postgres/Database.ts'

/** The exchange's database, as the owner of its tables. */
export type OwnedTables = { readonly url: string; readonly schema: string }

/** Asks the exchange's database short questions as its owner. */
export async function onOwner<Result>(
  { url, schema }: OwnedTables,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url, schema, max: 1 })
  try {
    return await work(database.query)
  } finally {
    await database.close()
  }
}
