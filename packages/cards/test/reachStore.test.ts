import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { silentLog } from '@cambio/server/log.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { startEmbedded } from '@cambio/server/postgres/embedded.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { statement, testDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { runCommandLine, type Ended } from '@cambio/server/testing/testingCommandLine.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CardsEnvironment } from '../src/program/environment.ts'
import { keysOf } from '../src/program/keySource.ts'
import { schema } from '../src/program/migrations.ts'
import { openStore, reachStore } from '../src/program/openStore.ts'

/** A folder with the platform's database, made and stopped: a copy takes the processor much less than making one. */
let made: string
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'cards-reach-made-'))
  await chmod(made, 0o711)
  await (await openStore(environment({ DATA_DIR: made }), deps)).close()
})
afterAll(() => rm(made, { recursive: true, force: true }))

/** Gives the test's folder a platform that was stopped. */
const copyMade = () => promisify(execFile)('cp', ['-a', `${made}/.`, folder])

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cards-reach-'))
  await chmod(folder, 0o711)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const deps = { log: silentLog, progress: () => {} }
const environment = (variables: Record<string, string> = {}) =>
  readEnvironment(CardsEnvironment, { DATA_DIR: folder, ...variables })

test('the command line makes nothing where no platform is', async () => {
  const nowhere = await cli({ DATA_DIR: join(folder, 'mistyped') }, 'merchant', 'list')
  expect(nowhere).toMatchObject({ code: 1, stdout: '' })
  expect(nowhere.stderr).toMatch(/^There is no card platform in .*mistyped: set DATA_DIR .*\.\n$/)
  expect(await readdir(folder)).toEqual([])

  const other = await testDatabase({ schema: 'other', appRole: 'other_app', directories: [] })
  await expect(reachStore(environment({ CARDS_DATABASE_URL: other.ownerUrl }), deps)).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining('no card platform in the database at CARDS_DATABASE_URL') as string,
  })
  await other.close()
})

test('the command line finds a platform’s merchants while it runs and when it does not', async () => {
  await copyMade()
  const running = await openStore(environment(), deps)
  keysOf(environment(), running)
  const made = await cli({}, 'merchant', 'create', '--name', 'Shop')
  expect(made).toMatchObject({ code: 0 })
  await running.close()
  expect((await cli({}, 'merchant', 'list')).stdout).toContain('Shop')
})

test('a merchant whose password opens no more is listed like any other', async () => {
  await copyMade()
  const store = await openStore(environment(), deps)
  keysOf(environment(), store)
  await cli({}, 'merchant', 'create', '--name', 'Shop')
  await store.database.query(statement(`update merchant set sealed = '\\x00'`))
  expect(await cli({}, 'merchant', 'list')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Shop'),
  })
  await store.close()
})

test('a lost key is asked for, and never made anew', async () => {
  await copyMade()
  const store = await openStore(environment(), deps)
  expect(await cli({}, 'merchant', 'list')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`There is no key file ${join(folder, 'cards.key')}`) as string,
  })
  expect(existsSync(join(folder, 'cards.key'))).toBe(false)
  await store.close()
})

test('a database that refuses ends the program, and its server with it', async () => {
  await copyMade()
  const server = await startEmbedded({ dataDir: folder, log: silentLog })
  const owner = openDatabase({ url: (await embeddedDatabase(server, 'cards')).ownerUrl, schema })
  await owner.query(statement(`update migration set checksum = 'changed'`))
  await owner.close()
  await server.stop()
  expect(await cli({}, 'merchant', 'list')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('its file has changed since') as string,
  })
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false)
})

/** The command line as a process of its own, with nothing in its environment but this. */
function cli(variables: Record<string, string>, ...words: string[]): Promise<Ended> {
  return runCommandLine(new URL('../src/cli.ts', import.meta.url), { DATA_DIR: folder, ...variables }, words)
}
