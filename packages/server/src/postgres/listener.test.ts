import { setTimeout as after } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { statement, testDatabase } from '../../testing/postgres/testing.ts'
import { openLine } from '../../testing/postgres/testingLine.ts'
import { processesMigrations } from '../work/processes.ts'
import { openDatabase, openListener } from './Database.ts'

test('a listener has one connection after any number of stalls, receives again, and has its lock again', async () => {
  const held = await testDatabase({ schema: 'jobs', appRole: 'jobs_app', directories: [processesMigrations] })
  const line = await openLine(held.url)
  const listener = openListener({ url: line.url, schema: 'jobs' }, { ownsLeases: true })
  const database = openDatabase({ url: held.url, schema: 'jobs', listener })
  const listening = async () => {
    const rows = await held.owner.query<{ pid: number }>(
      statement(
        `select pid from pg_stat_activity where application_name = 'jobs-listener' and datname = current_database()`,
      ),
    )
    return rows.length
  }
  let notifications = 0
  await database.listen('news', () => (notifications += 1))
  const first = listener.leaseOwner()
  expect(first).not.toBeNull()
  for (let stalls = 0; stalls < 3; stalls++) {
    notifications = 0
    line.stall()
    await expect.poll(() => listener.leaseOwner()).toBeNull()
    await after(1_000) // Long enough for another connection attempt.
    line.resume()
    await expect.poll(() => listener.leaseOwner()).not.toBeNull()
    await expect.poll(() => listening()).toBe(1)
    // It listens again, and reports that something may have been missed.
    await expect.poll(() => notifications).toBeGreaterThan(0)
  }
  expect(listener.leaseOwner()).not.toBe(first)
  notifications = 0
  await database.query({ ...statement('select 1'), wakes: ['news'] })
  await expect.poll(() => notifications).toBeGreaterThan(0)
  await listener.close()
  await database.close()
  await expect.poll(() => listening()).toBe(0)
  await line.close()
  await held.close()
})

test('a listener keeps no memory of the notifications that it has sent', async () => {
  const held = await testDatabase({ schema: 'jobs', appRole: 'jobs_app', directories: [processesMigrations] })
  const listener = openListener({ url: held.url, schema: 'jobs' })
  let heard = 0
  const sent = async (channels: readonly string[]) => {
    const before = heard
    for (const channel of channels) listener.notify(channel)
    listener.notify('last')
    await expect.poll(() => heard).toBeGreaterThan(before)
  }
  await listener.listen('last', () => (heard += 1))
  await sent([])
  const before = queryObjects(Array, { format: 'count' })
  for (let round = 0; round < 4; round++)
    await sent(Array.from({ length: 500 }, (_, channel) => `channel_${channel}`))
  expect(queryObjects(Array, { format: 'count' }) - before).toBeLessThan(1_000)
  await listener.close()
  await held.close()
})
