import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { databaseUnavailableOf } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import type { OwnedTables } from './onOwner.ts'

/** The owner's session, for work that may take hours. */
export type Owner = Awaited<ReturnType<typeof openOwner>>

/**
 * Works on the partitions as the owner of the tables, while no other call does.
 * @throws CallRefused where another call is at it
 * @throws DatabaseUnavailable where the database went away meanwhile
 */
export async function asSoleOwner<Result>(
  { url }: OwnedTables,
  work: (client: Owner) => Promise<Result>,
): Promise<Result> {
  const client = await openOwner(url)
  try {
    const { rows } = await client.query<{ is_alone: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('partitions', 0)) as is_alone",
    )
    if (rows[0]?.is_alone !== true)
      throw new CallRefused(
        'Another call works on the partitions. Nothing was changed: call again when it has ended.',
      )
    return await work(client)
  } catch (error) {
    throw databaseUnavailableOf(error, true) ?? error
  } finally {
    await client.end().catch(() => {})
  }
}
