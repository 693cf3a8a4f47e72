import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { plan as exchange } from '@cambio/bff/store/openStore.ts'
import { plan as cards } from '@cambio/cards/program/openStore.ts'
import { migrate, migrationsIn } from '@cambio/server/postgres/migrate.ts'
import { isOf, readBaseline } from '@cambio/server/postgres/migration/baseline.ts'
import { statement, testDatabase, type TestDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { runCommandLine } from '@cambio/server/testing/testingCommandLine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { describeDatabase } from './describeDatabase.ts'

const cli = new URL('../src/cli.ts', import.meta.url)
const root = join(import.meta.dirname, '../../..')

const Checked = z.object({
  ready: z.boolean(),
  findings: z.array(z.object({ check: z.string(), state: z.string(), finding: z.string() })),
})

let older: TestDatabase
let current: TestDatabase
let folder: string
beforeAll(async () => {
  const { schema, appRole, migrations } = exchange
  older = await testDatabase({ schema, appRole, directories: migrations.slice(0, -1) })
  current = await testDatabase({
    schema: cards.schema,
    appRole: cards.appRole,
    directories: cards.migrations,
  })
  folder = await mkdtemp(join(tmpdir(), 'cambio-before-'))
})
afterAll(async () => {
  await older.close()
  await current.close()
  await rm(folder, { recursive: true })
})

async function check(more: Record<string, string>, ...words: string[]) {
  const variables = { DATABASE_URL: older.ownerUrl, CARDS_DATABASE_URL: current.ownerUrl, ...more }
  const { code, stdout } = await runCommandLine(cli, variables, ['upgrade', '--check', '--json', ...words])
  const { ready, findings } = Checked.parse(JSON.parse(stdout))
  const of = (state: string) => findings.filter((each) => each.state === state)
  return { code, ready, good: of('good'), warnings: of('warning'), bad: of('bad') }
}

const about = (check: string, finding: RegExp) =>
  expect.objectContaining({ check, finding: expect.stringMatching(finding) })

test('upgrade names the migrations to come, and lets old programs run beside the same migrations', async () => {
  const { code, ready, good, warnings, bad } = await check({}, '--before', root)
  expect([code, ready, bad]).toEqual([0, true, []])
  expect(warnings).toEqual([
    about('exchange', /^\d+ migrations? (is|are) to be applied: .*\.sql\.$/),
    about('backup', /^No back-up was made in the last 24 hours/),
  ])
  expect(good).toEqual(
    expect.arrayContaining([
      about('cards', /^Its database needs no migration/),
      about('beside', /^Programs of both versions may run on one database/),
      about('settings', /^There are no new settings/),
      about('versions', /^PostgreSQL of the exchange is 18/),
    ]),
  )
})

test('upgrade finds a removed setting and differing migrations from the running checkout', async () => {
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await write('package.json', '{ "version": "0.0.9", "type": "module" }')
  await write(
    'packages/bff/src/program/environment.ts',
    'export const ExchangeEnvironment = { shape: { MODE: 1, PRICES: 1 } }',
  )
  await write(
    'packages/cards/src/program/environment.ts',
    'export const CardsEnvironment = { shape: { MODE: 1 } }',
  )
  await write(
    'packages/bff/src/store/openStore.ts',
    `export const migrations = [${JSON.stringify(join(folder, 'own'))}]`,
  )
  await write('packages/cards/src/program/migrations.ts', 'export const migrations = []')
  await write('own/001_own.sql', 'select 1')
  const { code, good, warnings, bad } = await check({ PRICES: 'kraken' }, '--before', folder)
  expect([code, bad]).toEqual([1, [about('settings', /^PRICES is set, and means nothing any more/)]])
  expect(warnings).toContainEqual(about('beside', /own\/001_own\.sql/))
  expect(good).toContainEqual(about('settings', /^These are new, each with a default: .*RATES/))
})

test('upgrade refuses a database of a later version', async () => {
  await current.owner.query(
    statement(`insert into cards.migration (name, checksum) values ('cards/999_later.sql', 'x')`),
  )
  const { code, bad } = await check({})
  expect([code, bad]).toEqual([
    1,
    [about('cards', /^The database is of a later version: cards\/999_later\.sql/)],
  ])
})

test.each([exchange, cards])(
  'the baseline makes a new database of the $title as its migrations do, in one step',
  async ({ schema, appRole, migrations: directories, baseline }) => {
    const byMigrations = await testDatabase({ schema, appRole, directories })
    const byBaseline = await testDatabase({ schema, appRole, directories: [] })
    try {
      const { holds } = await readBaseline(baseline)
      const isCurrent = isOf({ holds, text: '' }, await migrationsIn(directories))
      expect([holds.length > 10, isCurrent]).toEqual([true, true])
      const url = byBaseline.ownerUrl
      const migrated = await migrate({ url, schema, appRole, directories, baseline })
      expect(migrated).toMatchObject({ isNew: true })
      const [made, expected] = [
        await describeDatabase(byBaseline.owner.query, schema),
        await describeDatabase(byMigrations.owner.query, schema),
      ]
      expect(made).toEqual(expected)
    } finally {
      await byMigrations.close()
      await byBaseline.close()
    }
  },
)
