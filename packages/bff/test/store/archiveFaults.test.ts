import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { trialBalance } from '@cambio/server/postgres/Ledger.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { schema } from '../../src/store/openStore.ts'
import { hold, intact, journal, openBookRig, type BookRig } from './bookRig.ts'
import { partitionWorker } from './partitionRig.ts'

/* An archive that is killed, called twice at once, or called again. */

let books: BookRig
beforeEach(async () => {
  books = await openBookRig()
})
afterEach(() => books.close())

/** Locks something in a transaction of somebody else's. @returns what ends it */
async function locked(lock: string): Promise<() => Promise<void>> {
  const client = await openOwner(books.ownerUrl)
  await client.query(`set search_path = ${schema}; begin; lock table ${lock} mode`)
  return () => client.end()
}

/** Kills an archive once it waits for a lock, and waits until its session is gone. */
async function killWaiting(): Promise<void> {
  const waiting = `select ${partitionWorker} and a.wait_event_type = 'Lock'`
  await expect.poll(() => books.own(waiting)).toHaveLength(1)
  await books.own(`select pg_terminate_backend(pid) ${partitionWorker}`)
  await expect.poll(() => books.own(`select ${partitionWorker}`)).toEqual([])
}

test('an archive that is killed has taken nothing, two are not made at once, and none is made twice', async () => {
  const { rig, own, post, divide, passUntil, archive, verify } = books
  await post([journal('ended', { bank: 1n, capital: -1n }), hold('held', 'balance:client:1')])
  for (const table of ['posting', 'order_event']) await divide(table)
  await passUntil('2028-06-01T00:00:00Z')
  const balances = await trialBalance(rig.query)
  const killedAt = [
    { table: 'posting', lock: 'posting_before_2026_05 in row exclusive', step: 'before it has read them' },
    { table: 'posting', lock: 'posting in access share', step: 'with the file written' },
    { table: 'posting', lock: 'operator_act in share', step: 'with the rows removed and not recorded' },
    { table: 'order_event', lock: 'operator_act in share', step: 'with no rows removed and not recorded' },
  ]
  for (const [place, { table, lock, step }] of killedAt.entries()) {
    const end = await locked(lock)
    const killed = archive('2026-05-01', `killed-${place}`, { table })
    await killWaiting()
    expect((await killed).output, step).toContain('The database went away before it confirmed this')
    await end()
    expect(await trialBalance(rig.query), step).toEqual(balances)
    expect(await verify(), step).toMatchObject(intact(4, 0))
    expect(await own(`select from operator_act where act = 'partitions archive'`), step).toEqual([])
  }

  const end = await locked('posting in access share')
  let reached = () => {}
  const waits = new Promise<void>((resolve) => (reached = resolve))
  const first = archive('2026-05-01', 'first', { waits: () => reached() })
  await waits
  expect((await archive('2026-05-01', 'second')).output).toContain('Another call works on the partitions.')
  await end()
  const { file, output } = await first
  expect(output).toContain('2 rows of posting moved to')
  expect((await archive('2026-05-01', 'again')).output).toBe(
    'posting is archived before 2026-05-01 already. Nothing was changed.',
  )
  expect(await trialBalance(rig.query)).toEqual(balances)
  expect(await verify(file)).toMatchObject({ intact: true, unproved_postings: 0 })
  expect(await verify()).toMatchObject({ intact: true, unproved_postings: 2 })
  expect((await rig.runCommand('ledger', 'verify', '--archive', `${file}.lost`)).output).toContain(
    'cannot be read',
  )
})
