import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '@cambio/server/freePort.ts'
import { Client } from 'pg'
import * as z from 'zod/mini'
import { patroniFile, primaryProxyFile, superuserPassword, type Member } from './configuration.ts'
import type { Tools } from './findTools.ts'
import { descendantsOf, send, type Processes, type Start } from './Processes.ts'

const Members = z.object({
  members: z.array(
    z.looseObject({ name: z.string(), role: z.string(), state: z.string(), timeline: z.optional(z.int()) }),
  ),
})

type Place = {
  readonly folder: string
  readonly tools: Tools
  readonly processes: Processes
  readonly isAsync: boolean
  /** Whom PostgreSQL and Patroni run as. */
  readonly user: Start['user']
}

/** How long a cluster may take to be whole: three servers, one the primary, the others following it, milliseconds. */
const WHOLE_WITHIN_MS = 180_000
const REST_MS = 1_500

/** Three PostgreSQL under Patroni, etcd, and a HAProxy that leads to the primary. */
export class PostgresCluster {
  readonly #place: Place
  readonly #members: readonly Member[]
  readonly #port: number
  readonly #etcdPort: number
  readonly #etcdPeerPort: number
  readonly #password: string

  private constructor(
    place: Place,
    input: {
      members: readonly Member[]
      port: number
      etcdPorts: readonly [number, number]
      password: string
    },
  ) {
    this.#place = place
    this.#members = input.members
    this.#port = input.port
    ;[this.#etcdPort, this.#etcdPeerPort] = input.etcdPorts
    this.#password = input.password
  }

  /** Starts everything and waits until the cluster is whole. */
  static async start(place: Place): Promise<PostgresCluster> {
    const members: Member[] = []
    for (const name of ['pg1', 'pg2', 'pg3'])
      members.push({ name, port: await freePort(0), restPort: await freePort(0) })
    const etcdPorts = [await freePort(0), await freePort(0)] as const
    const port = await freePort(0)
    const cluster = new PostgresCluster(place, {
      members,
      port,
      etcdPorts,
      password: await superuserPassword(),
    })
    const { folder, processes, tools, isAsync } = place
    const [etcdPort] = etcdPorts
    for (const member of members)
      await writeFile(
        join(folder, `${member.name}.yml`),
        await patroniFile(member, { folder, tools, etcdPort, isAsync }),
      )
    await writeFile(join(folder, 'primary.cfg'), await primaryProxyFile(port, members))
    cluster.startEtcd()
    await after(1_500)
    cluster.startMember('pg1')
    await cluster.until(() => cluster.primary())
    for (const name of ['pg2', 'pg3']) cluster.startMember(name)
    processes.start('haproxy-primary', cluster.#proxy())
    await cluster.whole()
    return cluster
  }

  /** A database's address by way of the primary. */
  url(user: string, database: string, password = this.#password): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.#port}/${database}`
  }

  /** Asks the primary's database as the superuser. */
  async query<Row extends object>(
    database: string,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const client = new Client({
      connectionString: this.url('postgres', database),
      connectionTimeoutMillis: 5_000,
      query_timeout: 120_000,
    })
    client.on('error', () => {}) // The statement that was under way fails with it.
    try {
      await client.connect()
      return (await client.query<Row>(text, [...values])).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  get names(): readonly string[] {
    return this.#members.map(({ name }) => name)
  }

  /** The server that says that it is the primary; undefined where none does. */
  async primary(): Promise<string | undefined> {
    for (const { name, restPort } of this.#members) {
      const answer = await this.#ask(restPort, '/primary')
      if (answer?.status === 200) return name
    }
    return undefined
  }

  /** The servers that are not the primary. */
  async standbys(): Promise<readonly string[]> {
    const primary = await this.primary()
    return this.names.filter((name) => name !== primary)
  }

  /** The standby that commits wait for; any where they wait for none. */
  async nextPrimary(): Promise<string> {
    const members = await this.#listed()
    const next =
      members.find(({ role }) => role === 'sync_standby') ?? members.find(({ role }) => role === 'replica')
    if (next === undefined) throw new Error('No standby follows.')
    return next.name
  }

  /** Waits until one server is the primary and the two others follow it. */
  async whole(): Promise<void> {
    await this.until(async () => {
      const members = await this.#listed()
      const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
      const following = members.filter(
        ({ role, state, timeline }) =>
          role !== 'leader' && ['running', 'streaming'].includes(state) && timeline === leader?.timeline,
      )
      const isSynchronous = this.#place.isAsync || members.some(({ role }) => role === 'sync_standby')
      return following.length === 2 && isSynchronous && (await this.primary()) === leader?.name
    }, WHOLE_WITHIN_MS)
  }

  /** Waits until something is so. @throws Error after so many milliseconds */
  async until(isSo: () => Promise<unknown>, withinMs = 90_000): Promise<void> {
    const deadline = Date.now() + withinMs
    while (!(await isSo())) {
      if (Date.now() > deadline)
        throw new Error(`The cluster did not get there: ${JSON.stringify(await this.#listed())}`)
      await after(200)
    }
  }

  async switchOver(): Promise<void> {
    const primary = (await this.primary()) ?? ''
    const [command = '', ...words] = this.#place.tools.patronictl
    const flags = ['-c', join(this.#place.folder, 'pg1.yml'), 'switchover', 'cambio', '--force']
    const candidate = ['--candidate', await this.nextPrimary()]
    await new Promise<void>((resolve, reject) => {
      execFile(
        command,
        [...words, ...flags, ...candidate],
        { cwd: '/', env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } },
        (error, stdout, stderr) => (error ? reject(new Error(stdout + stderr)) : resolve()),
      )
    })
    await this.until(async () => ![undefined, primary].includes(await this.primary()))
  }

  startMember(name: string): void {
    const [command = '', ...words] = this.#place.tools.patroni
    const file = join(this.#place.folder, `${name}.yml`)
    this.#place.processes.start(name, { command, words: [...words, file], cwd: '/', user: this.#place.user })
  }

  /** Kills PostgreSQL's first process on a server; Patroni stays. */
  killPostgres(name: string): void {
    const postmaster = this.#postmaster(name)
    if (postmaster !== undefined) send(postmaster, 'SIGKILL')
  }

  /** Kills all that runs on a server, as when its machine is gone. */
  async killMachine(name: string): Promise<void> {
    const postgres = this.#postgresOf(name)
    await this.#place.processes.end(name, 'SIGKILL')
    for (const pid of postgres) send(pid, 'SIGKILL')
  }

  async killPatroni(name: string): Promise<void> {
    await this.#place.processes.end(name, 'SIGKILL')
  }

  /** Has all that runs on a server stand still, or go on. */
  freeze(name: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
    const patroni = this.#place.processes.pidOf(name)
    for (const pid of [...(patroni === undefined ? [] : [patroni]), ...this.#postgresOf(name)])
      send(pid, signal)
  }

  startEtcd(): void {
    const { folder, processes, tools } = this.#place
    const client = `http://127.0.0.1:${this.#etcdPort}`
    const peer = `http://127.0.0.1:${this.#etcdPeerPort}`
    const addresses = [
      ['--listen-client-urls', client],
      ['--advertise-client-urls', client],
      ['--listen-peer-urls', peer],
      ['--initial-advertise-peer-urls', peer],
      ['--initial-cluster', `e1=${peer}`],
      ['--data-dir', join(folder, 'etcd')],
      ['--name', 'e1'],
      ['--log-level', 'warn'],
    ].flat()
    const version = tools.etcdKey === 'etcd' ? ['--enable-v2'] : []
    processes.start('etcd', { command: tools.etcd, words: [...addresses, ...version], cwd: folder })
  }

  async endEtcd(): Promise<void> {
    await this.#place.processes.end('etcd', 'SIGKILL')
  }

  async restartProxy(): Promise<void> {
    await this.#place.processes.end('haproxy-primary')
    this.#place.processes.start('haproxy-primary', this.#proxy())
  }

  async close(): Promise<void> {
    const { processes } = this.#place
    for (const name of ['haproxy-primary', ...this.names.toReversed()])
      await processes.end(name, 'SIGTERM', 30_000)
    await processes.end('etcd')
    for (const name of this.names) for (const pid of this.#postgresOf(name)) send(pid, 'SIGKILL')
    for (const name of this.names) await rm(join(this.#place.folder, name), { recursive: true, force: true })
  }

  #proxy(): Start {
    return {
      command: this.#place.tools.haproxy,
      words: ['-db', '-f', join(this.#place.folder, 'primary.cfg')],
    }
  }

  #postmaster(name: string): number | undefined {
    const folder = join(this.#place.folder, name)
    try {
      const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? pid : undefined
    } catch {
      return undefined
    }
  }

  #postgresOf(name: string): readonly number[] {
    const postmaster = this.#postmaster(name)
    return postmaster === undefined ? [] : [postmaster, ...descendantsOf(postmaster)]
  }

  async #listed() {
    for (const { restPort } of this.#members) {
      const answer = await this.#ask(restPort, '/cluster')
      const read = Members.safeParse(answer?.body)
      if (read.success && read.data.members.length > 0) return read.data.members
    }
    return []
  }

  async #ask(port: number, path: string): Promise<{ status: number; body: unknown } | undefined> {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(REST_MS) })
      const body: unknown = await answer.json().catch(() => undefined)
      return { status: answer.status, body }
    } catch {
      return undefined
    }
  }
}
