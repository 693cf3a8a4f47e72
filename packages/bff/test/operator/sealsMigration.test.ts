import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { migrate } from '@cambio/server/postgres/migrate.ts'
import { statement, testDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { expect, test } from 'vitest'
import { sealJournals } from '../../src/store/ledger/sealJournals.ts'
import { verifyLedger } from '../../src/store/ledger/verifyLedger.ts'
import { appRole, migrations, schema } from '../../src/store/openStore.ts'

/** The first that keeps the marks of journals with their seal. */
const CHANGE = '050_seal_marks.sql'

test('a function that is planned by key is not compiled either, whoever calls it', async () => {
  const made = await testDatabase({ schema, appRole, directories: migrations })
  try {
    const settings = `select proname from pg_proc where pronamespace = '${schema}'::regnamespace and proconfig @> $1`
    const withSetting = (setting: string) => made.owner.query(statement(settings, [setting]))
    expect(await withSetting('jit=off')).toEqual(await withSetting('enable_seqscan=off'))
    expect(await withSetting('jit=off')).toContainEqual({ proname: 'seal_journals' })
  } finally {
    await made.close()
  }
})

test('a chain of seals with a row for each journal stays one chain after the migration', async () => {
  await using before = await migrationsBeforeChange()
  const set = { schema, appRole }
  const made = await testDatabase({ ...set, directories: before.directories })
  try {
    const deps = { query: made.database.query, now: () => new Date() }
    for (const name of ['b', 'a', 'ä', 'B']) {
      await postJournals(deps.query, [journal(`${name}:1`), journal(`${name}:2`)], new Date())
      await sealJournals(deps)
    }
    await migrate({ ...set, url: made.ownerUrl, directories: migrations })
    expect(await verifyLedger(deps)).toMatchObject({ firstAltered: null, postings: 16n })
    await postJournals(deps.query, [journal('later')], new Date())
    expect(await verifyLedger(deps)).toMatchObject({ firstAltered: null, postings: 18n })

    await made.owner.transaction(async (query) => {
      await query(statement(`set local session_replication_role = 'replica'`))
      await query(statement(`update posting set units = units * 2 where journal_id = 'ä:2' and line = 2`))
    })
    expect(await verifyLedger(deps)).toMatchObject({ firstAltered: 'ä:2 line 2' })
  } finally {
    await made.close()
  }
})

/** The folders of migrations as they were before the change. */
async function migrationsBeforeChange(): Promise<AsyncDisposable & { directories: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'cambio-migrations-'))
  const directories = await Promise.all(
    migrations.map(async (directory, place) => {
      const copy = join(folder, String(place), basename(directory))
      await cp(directory, copy, {
        recursive: true,
        filter: (file) => basename(file) < CHANGE || file === directory,
      })
      return copy
    }),
  )
  expect((await Promise.all(directories.map((copy) => readdir(copy)))).flat()).not.toContain(CHANGE)
  return { directories, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

function journal(id: string) {
  const line = (account: string, units: bigint) => ({
    account,
    asset: 'EUR',
    layer: 'posted' as const,
    units,
  })
  return { id, kind: 'test', reference: 'test', postings: [line('a', 1n), line('b', -1n)] }
}
