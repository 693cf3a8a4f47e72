import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { programArguments } from '../settings/programArguments.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { dataFolderPath } from './embedded/dataFolder.ts'
import { embeddedDatabase } from './embeddedDatabase.ts'

const asRoot = process.getuid?.() === 0

/** A data folder whose server was made and stopped: a copy takes the processor a tenth of what making one takes. */
let made: string
beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'cambio-embedded-made-'))
  await chmod(parent, 0o711)
  made = join(parent, 'data')
  await (await startEmbedded({ dataDir: made, log: silentLog })).stop()
})
afterAll(() => rm(dirname(made), { recursive: true, force: true }))

/** Gives the test's data folder a server that was stopped. */
const copyMade = () => promisify(execFile)('cp', ['-a', `${made}/.`, dataDir])

let dataDir: string
let running: Embedded[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cambio-embedded-'))
  running = []
})
afterEach(async () => {
  for (const server of running) await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(more: { dataDir?: string; shelter?: string } = {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, log: silentLog, ...more })
  running.push(server)
  return server
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const born = (url: string) => query(url, 'select pg_postmaster_start_time()::text as at')
/** Waits until a server other than the former one answers. */
async function expectReborn(url: string, before: object[]): Promise<void> {
  // While no server runs, the query fails and is repeated.
  await expect.poll(() => born(url).catch(() => before)).not.toEqual(before)
}

const postmasterPid = async () =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

/** Another program that runs the server and does not clean up when killed. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const module = JSON.stringify(new URL('embedded.ts', import.meta.url).href)
  const log = JSON.stringify(new URL('../log.ts', import.meta.url).href)
  const program = `
    import { startEmbedded } from ${module}
    import { silentLog } from ${log}
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: silentLog })
    console.log(server.url('postgres'))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, [...programArguments, '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: line.toString().trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('data and address stay over a stop and a start', async () => {
  await copyMade()
  const first = await start()
  await query(first.url('postgres'), 'create table kept as select 7 as n')
  await first.stop()
  await expect(born(first.url('postgres'))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const second = await start()
  expect(second.url('postgres')).toBe(first.url('postgres'))
  expect(await query(second.url('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
})

test('a server whose program was killed is adopted as it runs', async () => {
  await copyMade()
  const { child, url } = await startElsewhere()
  await query(url, 'create table kept as select 7 as n')
  const before = await born(url)
  await kill(child)
  const adopted = await start()
  expect(await born(adopted.url('postgres'))).toEqual(before)
  expect(await query(adopted.url('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
  await adopted.stop()
  await expect(born(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('committed data is kept after program and server were both killed', async () => {
  await copyMade()
  const { child, url } = await startElsewhere()
  await query(url, 'create table kept as select 7 as n')
  const pid = await postmasterPid()
  await kill(child)
  process.kill(pid, 'SIGKILL')
  const next = await start()
  expect(await query(next.url('postgres'), 'select n from kept')).toEqual([{ n: 7 }])
})

test('a server that dies is restarted at its address', async () => {
  await copyMade()
  const server = await start()
  const url = server.url('postgres')
  const before = await born(url)
  process.kill(await postmasterPid(), 'SIGKILL')
  await expectReborn(url, before)
  expect(server.url('postgres')).toBe(url)
})

test('a second program is refused with the process number of the first, which goes on', async () => {
  await copyMade()
  const { child, url } = await startElsewhere()
  await expect(start()).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining(
      `already runs on ${dataDir} as process ${child.pid}: stop it with "kill ${child.pid}"`,
    ),
  })
  expect(await born(url)).toHaveLength(1)
  await kill(child)
  await start()
})

test('of two programs that begin on an empty folder at the same moment one runs and one is refused', async () => {
  const outcomes = await Promise.allSettled([start(), start()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({
    name: 'StartRefused',
  })
  expect(await born(running[0]?.url('postgres') ?? '')).toHaveLength(1)
})

test('a server file that names another living program is removed', async () => {
  await copyMade()
  const other = spawn('sleep', ['60'], asRoot ? { uid: 65_534, gid: 65_534 } : {})
  await once(other, 'spawn')
  const stale = [other.pid, join(dataDir, 'postgres'), 1, 1, '', '127.0.0.1', '', 'ready'].join('\n')
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), stale)
  expect(await born((await start()).url('postgres'))).toHaveLength(1)
  await kill(other)
})

test('no connection is accepted from another machine, by a socket file or without the password, which only we can read', async () => {
  await copyMade()
  const server = await start()
  const url = new URL(server.url('postgres'))
  const [settings] = await query<object>(
    url.href,
    `select current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets,
      current_setting('fsync') as fsync, current_setting('data_checksums') as checksums`,
  )
  expect(settings).toEqual({ listen: '127.0.0.1', sockets: '', fsync: 'on', checksums: 'on' })
  url.password = 'wrong'
  await expect(born(url.href)).rejects.toMatchObject({ code: '28P01' })
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
})

describe('a folder that cannot be used refuses the start with what to do', () => {
  test.each(['file', 'file/data'])(
    'a data folder refuses the start with what to do because %s is a file or below one',
    async (name) => {
      const file = join(dataDir, 'file')
      await writeFile(file, '')
      await expect(start({ dataDir: join(dataDir, name) })).rejects.toMatchObject({
        name: 'StartRefused',
        message: `The data folder ${join(dataDir, name)} cannot be made, because ${file} is a file: set DATA_DIR to a folder.`,
      })
    },
  )

  test.runIf(process.platform === 'linux')(
    'a data folder that cannot be made refuses the start with what to do',
    async () => {
      await expect(start({ dataDir: '/proc/none/data' })).rejects.toThrow(
        /\/proc\/none\/data cannot be written \(ENOENT\): .* set DATA_DIR/,
      )
    },
  )

  test('a data folder without its password refuses the start with what to do', async () => {
    await copyMade()
    await rm(join(dataDir, 'postgres.password'))
    await expect(start()).rejects.toThrow(/postgres\.password is gone: put it back/)
  })

  test('a data folder of another version refuses the start with what to do', async () => {
    await copyMade()
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '12\n')
    await expect(start()).rejects.toThrow('was made by PostgreSQL 12')
  })
})

test.runIf(process.platform === 'linux')('a Ctrl-C in our terminal does not reach the server', async () => {
  await copyMade()
  await start()
  const pid = await postmasterPid()
  const session = Number((await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[3])
  expect(session).toBe(pid)
})

describe.runIf(asRoot)('as root', () => {
  test('as root the server runs as the user nobody, who owns its data', async () => {
    await copyMade()
    await start()
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(65_534)
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
    expect((await stat(`/proc/${await postmasterPid()}`)).uid).toBe(65_534)
  })

  test('as root the default folder of a closed checkout has a place of its own in the shelter', async () => {
    await chmod(dataDir, 0o711)
    const shelter = join(dataDir, 'shelter')
    const within = async <Result>(checkout: string, work: () => Promise<Result>): Promise<Result> => {
      const before = process.cwd()
      const closed = join(dataDir, checkout)
      await mkdir(closed, { mode: 0o700 })
      process.chdir(closed)
      try {
        return await work()
      } finally {
        process.chdir(before)
        expect(await readdir(closed)).toEqual([])
      }
    }
    const { dataDir: one } = await within('one', () => start({ dataDir: '.data', shelter }))
    const other = await within('other', () => dataFolderPath('.data', shelter))
    expect([one, other].map(dirname)).toEqual([shelter, shelter])
    expect(other).not.toBe(one)
  })

  test('as root a folder that was asked for below a closed one is refused, and goes nowhere else', async () => {
    const closed = join(dataDir, 'closed')
    await mkdir(closed, { mode: 0o700 })
    await chmod(dataDir, 0o711)
    await expect(start({ dataDir: join(closed, 'data') })).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringContaining(`is below ${closed}, where the user`),
    })
    expect(await readdir(closed)).toEqual([])
  })

  test('as root an existing folder keeps its permissions, and a closed one with other things in it is refused', async () => {
    const shared = join(dataDir, 'shared')
    await mkdir(shared)
    await chmod(shared, 0o1777)
    await writeFile(join(shared, 'note'), 'ours')
    await chmod(dataDir, 0o711)
    await start({ dataDir: shared })
    expect((await stat(shared)).mode & 0o7777).toBe(0o1777)

    const home = join(dataDir, 'home')
    await mkdir(home, { mode: 0o700 })
    await writeFile(join(home, 'note'), 'ours')
    await expect(start({ dataDir: home })).rejects.toThrow(/holds other files and is closed .* set DATA_DIR/)
    expect((await stat(home)).mode & 0o7777).toBe(0o700)
  })

  test('as root a folder that we make lets the server’s user through and nobody read', async () => {
    expect((await stat(made)).mode & 0o7777).toBe(0o711)
  })
})

test('two programs have a database each, run as roles that own nothing, and cannot enter the other’s', async () => {
  await copyMade()
  const server = await start()
  const [exchange, cards] = await Promise.all([
    embeddedDatabase(server, 'exchange'),
    embeddedDatabase(server, 'cards'),
  ])
  expect(await embeddedDatabase(server, 'cards')).toEqual(cards)
  await query(
    cards.ownerUrl,
    'create schema cards; create table cards.t as select 1 as n; grant usage on schema cards to cards_app',
  )
  await expect(query(cards.appUrl, 'select from cards.t')).rejects.toMatchObject({ code: '42501' })
  await expect(query(cards.appUrl, 'create schema x')).rejects.toMatchObject({ code: '42501' })
  const wrong = new URL(exchange.appUrl)
  wrong.pathname = '/cards'
  await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '42501' })
  expect(await query(exchange.appUrl, 'select current_user as name')).toEqual([{ name: exchange.appRole }])
})
