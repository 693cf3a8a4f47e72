import { openDatabase, type Database } from '@cambio/server/postgres/Database.ts'
import type { Owned } from '../Owned.ts'

/** Works on a program's database as its owner, and closes it. */
export async function onDatabase<Result>(
  { url, schema }: Owned,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url, schema, max: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
