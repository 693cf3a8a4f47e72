import { openOwner, openSnapshot, type Snapshot } from '@cambio/server/backup/snapshot.ts'
import { nameIn } from '@cambio/server/backup/tables.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { Owned } from '../Owned.ts'

/** A program's database as it was at the moment of the back-up. */
export type OwnedSnapshot = { readonly owned: Owned; readonly snapshot: Snapshot }

/**
 * Opens both databases at one consistent moment: whatever the exchange knows of a payment has happened on the platform,
 * and whatever the platform was asked for is in the exchange's books as asked. Therefore nothing changes on the
 * platform while the two snapshots are taken, which lasts some milliseconds. The exchange records each charge before it
 * asks for it. What the platform has done and the exchange does not know yet is asked about after a restore, as after
 * any crash.
 */
export async function openAtSameMoment(databases: readonly Owned[]): Promise<OwnedSnapshot[]> {
  const cards = databases.find(({ name }) => name === 'cards')
  const letGo = cards === undefined ? async () => {} : await holdStill(cards)
  const opened: OwnedSnapshot[] = []
  try {
    for (const owned of databases) opened.push({ owned, snapshot: await openSnapshot(owned) })
    return opened
  } catch (error) {
    for (const { snapshot } of opened) await snapshot.close().catch(() => {})
    throw error
  } finally {
    await letGo()
  }
}

/**
 * Each step of a payment changes its transaction's row, so a lock on these rows that admits readers stops all steps.
 */
async function holdStill({ url, schema }: Owned): Promise<() => Promise<void>> {
  const client = await openOwner(url)
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '3s'`)
    await client.query(`lock table ${nameIn(schema, 'transaction')} in share mode`)
    return () => client.end()
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof Error && 'code' in error && error.code === '55P03')
      throw new CallRefused(
        'The card platform did not stand still for a moment within 3 s. Nothing was written; try again.',
      )
    throw error
  }
}
