import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import { CallRefused } from '../../cli/CallRefused.ts'

/** How long others wait behind a change that waits for its lock, milliseconds. */
const LOCK_MS = 200
/** How long others may go first after that, milliseconds. */
const PAUSE_MS = 300
/** About ten minutes in total. */
const MOST_TRIES = 1_200

/** The statements that begin a try, keep it and undo it. */
type Within = { readonly begin: string; readonly end: string; readonly undo: string }

const ownTransaction: Within = { begin: 'begin', end: 'commit', undo: 'rollback' }
/** For a change that is part of a transaction; the table stays locked until that ends. */
export const withinTransaction: Within = {
  begin: 'savepoint brief',
  end: 'release savepoint brief',
  undo: 'rollback to savepoint brief',
}

/** The table to change, a callback for each wait, and the transaction of the change; one of its own by default. */
type Brief = {
  readonly table: string
  readonly waits: () => void
  readonly within?: Within
  /** Work of some seconds that the change needs, in its transaction. It is begun while nobody else uses the table. */
  readonly first?: () => Promise<void>
}

/**
 * Changes a table under an exclusive lock. While another transaction uses the table, this one waits a moment, lets all
 * others go first and tries again: no one waits longer than that moment and the change itself.
 * @returns how long the table was locked, milliseconds
 * @throws CallRefused where it was in use at every try; then nothing is changed
 */
export async function changeBriefly(
  client: Client,
  { table, waits, first, within = ownTransaction }: Brief,
  change: () => Promise<void>,
): Promise<number> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    await client.query(within.begin)
    try {
      await lockAlone(client, table)
      if (first !== undefined) {
        await client.query(within.undo)
        await client.query(within.begin)
        await first()
        await lockAlone(client, table)
      }
      const since = performance.now()
      await change()
      await client.query(within.end)
      return performance.now() - since
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      await client.query(within.undo)
    }
    waits()
    await setTimeout(PAUSE_MS)
  }
  throw new CallRefused(
    `The table ${table} was in use at each of ${MOST_TRIES} tries, by a back-up or a report that takes long. What was done so far stays and harms nothing: call the command again later.`,
  )
}

async function lockAlone(client: Client, table: string): Promise<void> {
  await client.query(`set local lock_timeout = '${LOCK_MS}ms'`)
  await client.query(`lock table ${table} in access exclusive mode`)
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
