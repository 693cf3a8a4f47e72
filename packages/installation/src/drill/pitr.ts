import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { freePort } from '@cambio/server/freePort.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { proofLines } from '../backup/proofLines.ts'
import { proveBooks } from '../backup/proveBooks.ts'
import type { Owned } from '../Owned.ts'
import { programsOf, readSettings } from '../Program.ts'
import { makeArchivedServer, type ArchivedServer } from './archivedServer.ts'
import { openOldBooks, type OldBooks } from './oldBooks.ts'

/*
 * “pnpm drill:pitr”: both databases on Debian's PostgreSQL, whose log pgBackRest archives. The disk is lost, and the
 * databases are restored as of a moment after the last back-up: what was written before it is there, what came later is
 * not, and the books are proved. A month of them was archived between the back-up and the moment.
 */

const folder = `/var/tmp/cambio-pitr-${process.pid}`
const server = await makeArchivedServer(folder, await freePort(0))
try {
  await drill(server)
} finally {
  await server.crash().catch(() => {})
  await rm(folder, { recursive: true, force: true })
}

async function drill(server: ArchivedServer): Promise<void> {
  await server.start()
  const variables = {
    DATABASE_URL: server.url('exchange'),
    CARDS_DATABASE_URL: server.url('cards'),
    EXCHANGE_KEY: Buffer.alloc(32, 1).toString('base64'),
    CARDS_KEY: Buffer.alloc(32, 2).toString('base64'),
  }
  await makeDatabases(server)
  for (const program of ['bff', 'cards']) await cambio(program, variables, 'migrate')
  const oldBooks = await openOldBooks(variables.DATABASE_URL, folder)
  say('the books are divided by month, and have a payment of more than two years ago')
  await server.pgBackRest('stanza-create')
  await server.pgBackRest('backup', '--type=full')
  say('a full back-up was made, and the log is archived')

  await oldBooks.archive()
  say('the month of that payment was moved into a file')
  await book(variables.DATABASE_URL, 'before')
  await cambio('bff', variables, 'partner', 'create', '--name', 'Before')
  await after(1_100) // The moment is given in whole seconds.
  const moment = await nowAt(server)
  await after(1_100)
  await book(variables.DATABASE_URL, 'later')
  await cambio('bff', variables, 'partner', 'create', '--name', 'Later')
  await archiveAll(server)
  say(`the moment to come back to is ${moment}`)

  await server.crash()
  await rm(server.dataDir, { recursive: true })
  const began = Date.now()
  await server.pgBackRest('restore', '--type=time', `--target=${moment}`, '--target-action=promote')
  await server.start()
  await untilWritable(server)
  say(`its disk was lost, and both databases are back after ${((Date.now() - began) / 1_000).toFixed(1)} s`)

  await cambio('installation', variables, 'restored')
  const shown = await cambio('bff', variables, 'payout', 'show')
  expect(shown.includes('Pay-outs are paused.'), 'nothing leaves until the operator says so')
  const partners = await cambio('bff', variables, 'partner', 'list')
  expect(
    partners.includes('Before') && !partners.includes('Later'),
    'what came before it is there, and nothing that came later',
  )
  const merchantId = readSettings(variables).exchange.MERCHANT_KEY
  const proofs = await proveBooks(ownedBy(variables), { merchantId, now: () => new Date() })
  for (const line of proofLines(proofs)) say(line)
  expect(
    proofs.every(({ holds }) => holds),
    'the books are proved',
  )
  await expectArchived(oldBooks)
  const booked = await journals(variables.DATABASE_URL)
  expect(booked.join() === 'drill:before', 'the journal of before is booked, and not the later one')
}

/** The month that was archived after the back-up is archived in what was restored, too. */
async function expectArchived({ verify, isClosed }: OldBooks): Promise<void> {
  const [proved, counted] = [await verify('file'), await verify('nothing')]
  expect(
    proved.firstAltered === null && proved.unprovedPostings === 0n,
    'the archived month is proved by its file',
  )
  expect(
    counted.firstAltered === null && counted.unprovedPostings === 2n,
    'without the file, its lines are counted and said to be unproved',
  )
  expect(await isClosed(), 'the archived month takes no line any more')
}

async function makeDatabases(server: ArchivedServer): Promise<void> {
  const admin = await openOwner(server.url('postgres'))
  try {
    for (const name of ['exchange', 'cards']) await admin.query(`create database ${name}`)
  } finally {
    await admin.end()
  }
}

/** All of the log so far is archived once its segment is. */
async function archiveAll(server: ArchivedServer): Promise<void> {
  const admin = await openOwner(server.url('postgres'))
  try {
    await admin.query('select pg_switch_wal()')
    await server.pgBackRest('check')
  } finally {
    await admin.end()
  }
}

async function nowAt(server: ArchivedServer): Promise<string> {
  const admin = await openOwner(server.url('postgres'))
  try {
    const { rows } = await admin.query<{ moment: string }>(
      `select to_char(now(), 'YYYY-MM-DD HH24:MI:SS+00') as moment`,
    )
    return rows[0]?.moment ?? ''
  } finally {
    await admin.end()
  }
}

async function untilWritable(server: ArchivedServer): Promise<void> {
  for (;;) {
    const admin = await openOwner(server.url('postgres'))
    const { rows } = await admin.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    await admin.end()
    if (rows[0]?.standby === false) return
    await after(100)
  }
}

/** Books an amount, as an order does. */
async function book(url: string, name: string): Promise<void> {
  const database = openDatabase({ url, schema: 'exchange', max: 1 })
  try {
    const line = (account: string, units: bigint) =>
      ({ account, asset: 'EUR', layer: 'posted', units }) as const
    const postings = [line('bank', 10_000n), line('liquidity', -10_000n)]
    const journal = { id: `drill:${name}`, kind: 'drill', reference: name, postings }
    await postJournals(database.query, [journal], new Date())
  } finally {
    await database.close()
  }
}

async function journals(url: string): Promise<string[]> {
  const database = openDatabase({ url, schema: 'exchange', max: 1 })
  try {
    const text = "select id from journal where kind = 'drill' order by id"
    const rows = await database.query<{ id: string }>({ name: 'drill_journals', text, values: [] })
    return rows.map(({ id }) => id)
  } finally {
    await database.close()
  }
}

function ownedBy(variables: Record<string, string>): Owned[] {
  return programsOf(readSettings(variables)).map(({ name, plan, place }) => {
    const { schema, appRole, migrations } = plan
    return {
      name,
      url: place.url ?? '',
      variable: plan.variables.url,
      schema,
      appRole,
      directories: migrations,
    }
  })
}

async function cambio(
  program: string,
  variables: Record<string, string>,
  ...words: string[]
): Promise<string> {
  const cli = join(import.meta.dirname, '../../..', program, 'src/cli.ts')
  const env = { PATH: process.env['PATH'], ...variables }
  return (await promisify(execFile)(process.execPath, [cli, ...words], { env })).stdout
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}

function expect(holds: boolean, promise: string): void {
  if (!holds) throw new Error(`Broken: ${promise}.`)
  say(promise)
}
