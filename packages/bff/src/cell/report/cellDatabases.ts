import { readFile, stat } from 'node:fs/promises'
import { CELL_NAME } from '@cambio/exchange/cell/Cell.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import type { Keys } from '../../program/Keys.ts'
import { schema } from '../../store/openStore.ts'
import { storeDepsOf, type StoreDeps } from '../../store/StoreDeps.ts'

/** A cell, the address of its database, and that of its node where the file names one. */
export type CellDatabase = {
  readonly cell: string
  readonly url: string
  readonly chainUrl?: string | undefined
}

/** Reads the file that names each cell's database, one line for each: `E1 postgres://… https://…`. @throws CallRefused */
export async function readCellDatabases(file: string): Promise<readonly CellDatabase[]> {
  const unreadable = () => {
    throw new CallRefused(`${file} cannot be read. Nothing was done.`)
  }
  const { mode } = await stat(file).catch(unreadable)
  // It has passwords in it.
  if ((mode & 0o077) !== 0)
    throw new CallRefused(`${file} can be read by others: run “chmod 600 ${file}”. Nothing was done.`)
  const lines = (await readFile(file, 'utf8').catch(unreadable))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const databases = lines.map((line, index) => {
    const [cell = '', url = '', chainUrl, ...more] = line.split(/\s+/)
    const isNode = chainUrl === undefined || isHttp(chainUrl)
    if (!CELL_NAME.test(cell) || !isPostgres(url) || !isNode || more.length > 0)
      throw new CallRefused(
        `Cell ${index + 1} of ${file} is not a name, the address of its database and perhaps that of its node, such as: E1 postgres://user:password@host/exchange http://node:8545`,
      )
    return { cell, url, chainUrl }
  })
  if (databases.length === 0 || new Set(databases.map(({ cell }) => cell)).size < databases.length)
    throw new CallRefused(`${file} has to name each cell once. Nothing was done.`)
  return databases
}

function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)
}

function isHttp(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}

/** What a report over cells is run with in each: its stores, and its node. */
export type ReportDeps = StoreDeps & Pick<CellDatabase, 'chainUrl'>

/** Runs work on a cell's database, which lets itself be read only. */
export async function onCell<Result>(
  { clock }: { readonly clock: Clock },
  { url: address, chainUrl }: CellDatabase,
  work: (deps: ReportDeps) => Promise<Result>,
): Promise<Result> {
  const url = new URL(address)
  const options = [url.searchParams.get('options') ?? '', '-c default_transaction_read_only=on']
  url.searchParams.set('options', options.join(' ').trim())
  const database = openDatabase({ url: url.href, schema, max: 2 })
  try {
    const parts = { database, locking: database, random: systemRandom, keys: noKeys, clock }
    return await work({ ...storeDepsOf(parts), chainUrl })
  } finally {
    await database.close()
  }
}

const noKeys: Keys = { seal: withoutKeys, open: withoutKeys, fingerprint: withoutKeys }

/** @throws Error always: a report over cells is run without their keys */
function withoutKeys(): never {
  throw new Error('A report over cells asked for a key')
}
