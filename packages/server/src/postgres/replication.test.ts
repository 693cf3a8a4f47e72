import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { openDatabase, type Database } from './Database.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { replication } from './replication.ts'
import { watchReplication } from './watchReplication.ts'

/* A server whose commits wait for a standby that does not exist. */

let dataDir: string
let server: Embedded
let url: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cambio-replication-'))
  server = await startEmbedded({ dataDir, log: silentLog })
  url = server.url('postgres')
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => query('create table thing (n int)'))
afterEach(async () => {
  await waitForNone()
  await query('drop table thing')
})

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Ends the wait of every commit that waits for a standby. @returns a row for each */
const stopWaiting = () =>
  query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)

/** Ends waits for a standby until this has ended. @returns its outcome, and how many waits were ended */
async function endOf(waiting: Promise<unknown>): Promise<{ outcome: unknown; waits: number }> {
  let waits = 0
  let hasEnded = false
  const end = waiting
    .catch((error: unknown) => error)
    .finally(() => {
      hasEnded = true
    })
  const look = async () => {
    waits += (await stopWaiting()).length
    return hasEnded
  }
  await expect.poll(look).toBe(true)
  return { outcome: await end, waits }
}

const commit = () => query(`select pg_logical_emit_message(true, 'test', '')`)

async function setStandby(name: string): Promise<void> {
  await query(`alter system set synchronous_standby_names = '${name}'`)
  await query('select pg_reload_conf()')
}

/** A server applies a setting some time after a reload: commits are made until one has waited. */
async function waitForNobody(): Promise<void> {
  await setStandby('nobody')
  let waits = 0
  while (waits === 0) ({ waits } = await endOf(commit()))
}

/** A commit that waits while the server has not applied the setting yet is released once it has. */
async function waitForNone(): Promise<void> {
  await setStandby('')
  await commit()
}

const insert = { name: 'insert', text: 'insert into thing values (1)', values: [] }

describe('a commit that no standby has received has an unknown outcome', () => {
  test.each(['a statement', 'a transaction'])('%s', async (kind) => {
    await waitForNobody()
    const database = openDatabase({ url, schema: 'public', max: 1 })
    try {
      const written =
        kind === 'a statement'
          ? database.query(insert)
          : database.transaction(async (run) => void (await run(insert)))
      const { outcome } = await endOf(written)
      expect(outcome).toMatchObject({ name: 'DatabaseUnavailable', code: 'not_replicated', isUnknown: true })
      expect(await query('select n from thing')).toEqual([{ n: 1 }])
    } finally {
      await database.close()
    }
  })
})

describe('what no standby has', () => {
  const read = { name: 'read', text: 'select n from thing', values: [] }

  /** A program that has read something, and now waits for a standby that does not exist. */
  async function stalled(replicated = replication()): Promise<Database> {
    const program = openDatabase({ url, schema: 'public', max: 2, replication: replicated })
    await program.query(read)
    await waitForNobody()
    // Each connection reloads the settings for itself, and a program asks its own whether there is a standby.
    const names = { name: 'names', text: `select current_setting('synchronous_standby_names')`, values: [] }
    await expect.poll(() => program.query(names)).toEqual([{ current_setting: 'nobody' }])
    return program
  }

  /** Waits until a row waits for a standby. @returns its end */
  async function waitingRow(written: Promise<unknown>): Promise<{ ended: Promise<unknown> }> {
    const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`
    const ended = written.catch(() => {})
    await expect.poll(() => query(waiting)).toHaveLength(1)
    return { ended }
  }

  /** Expects reads to be refused until there is no standby to wait for. */
  async function expectUnread(database: Database): Promise<void> {
    const { outcome } = await endOf(database.query(read))
    expect(outcome).toMatchObject({ name: 'DatabaseUnavailable', code: 'not_replicated', isUnknown: false })
    await waitForNone()
    expect(await database.query(read)).toEqual([{ n: 1 }])
  }

  test('data that no standby has is not read by the program whose commit stopped waiting', async () => {
    const program = await stalled()
    const { ended } = await waitingRow(program.query(insert))
    expect(await program.query(read)).toEqual([])
    await endOf(ended)
    await expectUnread(program)
    await program.close()
  })

  test('data that no standby has is not read by another program, which notices stalled commits before one stops waiting', async () => {
    const replicated = replication()
    const program = await stalled(replicated)
    const { ended } = await waitingRow(query(insert.text))
    const watch = watchReplication(program, replicated, { everyMs: 20, stalledMs: 100 })
    await expect.poll(() => replicated.isKnown).toBe(false)
    watch.close()
    await endOf(ended)
    await expectUnread(program)
    await program.close()
  })

  test('data that no standby has is not read after the server was restarted while a commit waited', async () => {
    const program = await stalled()
    const { ended } = await waitingRow(query(insert.text))
    const born = () => query('select pg_postmaster_start_time()::text as at')
    const before = await born()
    const postmaster = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
    process.kill(Number(postmaster.split('\n')[0]), 'SIGKILL')
    await ended
    // While no server runs, the query fails and is repeated.
    await expect.poll(() => born().catch(() => before)).not.toEqual(before)
    await expectUnread(program)
    await program.close()
  })
})
