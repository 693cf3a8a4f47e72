import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startChainNode, type ChainNode } from '@cambio/rails/chain/node/startChainNode.ts'
import { freePort } from '@cambio/server/freePort.ts'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import { programVariables } from '@cambio/server/settings/programVariables.ts'
import { runCommandLine, type Ended } from '@cambio/server/testing/testingCommandLine.ts'
import * as z from 'zod/mini'
import { frontProxyFile } from './configuration.ts'
import type { Tools } from './findTools.ts'
import type { PostgresCluster } from './PostgresCluster.ts'
import type { Processes } from './Processes.ts'
import { startBare } from './startBare.ts'

const Merchant = z.looseObject({ client_key: z.string(), password: z.string(), signing_secret: z.string() })
const Partner = z.looseObject({ api_key: z.string(), secret: z.string(), callback_secret: z.string() })
/** The partner that the callers of a run are. */
export type RunPartner = z.infer<typeof Partner>

type Place = {
  readonly folder: string
  readonly tools: Tools
  readonly processes: Processes
  readonly cluster: PostgresCluster
  /** The checkout that the programs are started from; a rolling upgrade changes it. */
  readonly from: string
}

const PASSWORD = 'secret'
const KEY = Buffer.alloc(32, 7).toString('base64')
const UP_WITHIN_MS = 60_000
const SALES_PER_SECOND = '30'
const checkout = join(import.meta.dirname, '../../../..')

type Kind = 'exchange' | 'cards'
const kinds = {
  exchange: { entry: 'packages/bff/src/main.ts', commands: 'packages/bff/src/cli.ts' },
  cards: { entry: 'packages/cards/src/main.ts', commands: 'packages/cards/src/cli.ts' },
} as const satisfies Record<Kind, unknown>

/** Two exchanges and two card platforms behind a HAProxy, on one cluster, and the chain's node. */
export class Programs {
  readonly #place: Place
  readonly #ports: Readonly<Record<string, number>>
  readonly #chain: ChainNode
  #from: string
  #merchant: z.infer<typeof Merchant> | undefined

  private constructor(place: Place, ports: Readonly<Record<string, number>>, chain: ChainNode) {
    this.#place = place
    this.#ports = ports
    this.#chain = chain
    this.#from = place.from
  }

  /** Makes and fills the databases, and starts everything. @param callbackUrl of the partner that it makes */
  static async start(
    place: Place,
    callbackUrl: string,
  ): Promise<{ programs: Programs; partner: RunPartner }> {
    const { folder, processes, tools, cluster } = place
    const ports: Record<string, number> = {}
    for (const name of ['exchange', 'cards', 'status', ...Programs.names]) ports[name] = await freePort(0)
    const chain = await startChainNode({ dataDir: folder, port: 0, print: () => {} })
    const programs = new Programs(place, ports, chain)
    for (const kind of ['exchange', 'cards'] as const) {
      await makeDatabase(cluster, kind)
      await programs.migrate(kind)
    }
    const portOf = (name: string) => ports[name] ?? 0
    const groups = (['exchange', 'cards'] as const).map((name) => ({
      name,
      port: portOf(name),
      ports: [portOf(`${name}-1`), portOf(`${name}-2`)],
    }))
    await writeFile(join(folder, 'front.cfg'), frontProxyFile(groups, portOf('status')))
    processes.start('haproxy-front', {
      command: tools.haproxy,
      words: ['-db', '-f', join(folder, 'front.cfg')],
    })
    for (const name of ['cards-1', 'cards-2']) await programs.startProgram(name)
    const merchant = [
      'merchant',
      'create',
      '--name',
      'Cambio',
      '--require-signature',
      '--sales-per-second',
      SALES_PER_SECOND,
    ]
    const notices = ['--notification-url', `${programs.url}/notices/card`]
    programs.#merchant = Merchant.parse(await programs.#answer('cards', ...merchant, ...notices))
    for (const name of ['exchange-1', 'exchange-2']) await programs.startProgram(name)
    const partner = ['partner', 'create', '--name', 'Corner Shop', '--callback-url', callbackUrl]
    return { programs, partner: Partner.parse(await programs.#answer('exchange', ...partner)) }
  }

  static readonly names = ['cards-1', 'cards-2', 'exchange-1', 'exchange-2'] as const

  /** The exchanges' address, by way of the proxy in front. */
  get url(): string {
    return `http://127.0.0.1:${this.#ports['exchange']}`
  }

  get chainUrl(): string {
    return this.#chain.url
  }

  /** Starts a program and waits until callers are led to it. */
  async startProgram(name: string): Promise<void> {
    const kind = kindOf(name)
    this.#place.processes.start(name, {
      command: process.execPath,
      words: [...programArguments, join(this.#from, kinds[kind].entry)],
      cwd: this.#from,
      environment: { ...programVariables, ...this.#variables(kind, this.#ports[name]) },
    })
    const deadline = Date.now() + UP_WITHIN_MS
    while (!((await this.#lives(name)) && (await this.#isLedTo(name)))) {
      if (Date.now() > deadline)
        throw new Error(`Nobody is led to ${name}; its output is in ${this.#place.folder}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  /** @returns how long it took to end, milliseconds */
  endProgram(name: string, signal: NodeJS.Signals): Promise<number> {
    return this.#place.processes.end(name, signal)
  }

  /**
   * Ends a program by TERM, and at the same moment one that does nothing, as a control.
   * @returns how long each took, milliseconds
   */
  async endBesideBare(name: string): Promise<{ readonly endedMs: number; readonly bareMs: number }> {
    const endBare = await startBare()
    const [endedMs, bareMs] = await Promise.all([this.endProgram(name, 'SIGTERM'), endBare()])
    return { endedMs, bareMs }
  }

  /** Brings the databases up to date with this checkout, while the programs of before go on, and has later starts use it. */
  async upgrade(): Promise<void> {
    this.#from = checkout
    for (const kind of ['cards', 'exchange'] as const) await this.migrate(kind)
  }

  async migrate(kind: Kind): Promise<void> {
    const owner = {
      [variableOf(kind, 'OWNER_URL')]: this.#place.cluster.url(`${kind}_owner`, kind, PASSWORD),
    }
    const { code, stderr } = await this.command(kind, ['migrate'], owner)
    if (code !== 0) throw new Error(stderr)
  }

  /** Runs a command of the operator's. */
  command(kind: Kind, words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const entry = pathToFileURL(join(this.#from, kinds[kind].commands))
    return runCommandLine(entry, { ...this.#variables(kind), ...more }, words)
  }

  async close(): Promise<void> {
    for (const name of Programs.names.toReversed()) await this.endProgram(name, 'SIGTERM')
    await this.#place.processes.end('haproxy-front')
    await this.#chain.close()
  }

  async #answer(kind: Kind, ...words: readonly string[]): Promise<unknown> {
    const { code, stdout, stderr } = await this.command(kind, [...words, '--json'])
    if (code !== 0) throw new Error(stderr)
    return JSON.parse(stdout)
  }

  async #lives(name: string): Promise<boolean> {
    const url = `http://127.0.0.1:${this.#ports[name]}/health/live`
    return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** Whether the proxy in front leads callers to a program. */
  async #isLedTo(name: string): Promise<boolean> {
    const url = `http://127.0.0.1:${this.#ports['status']}/;csv`
    const told = await fetch(url, { signal: AbortSignal.timeout(5_000) })
      .then((answer) => answer.text())
      .catch(() => '')
    const [head = '', ...lines] = told.split('\n')
    const line = lines.find((each) => each.startsWith(`${kindOf(name)},${name},`))
    return line?.split(',')[head.split(',').indexOf('status')] === 'UP'
  }

  #variables(kind: Kind, port = 0): Record<string, string> {
    const shared = {
      HOST: '127.0.0.1',
      LIMITS_FACTOR: '1000',
      TRUSTED_PROXIES: '127.0.0.1',
      PAYMENT_URL: `http://127.0.0.1:${this.#ports['cards']}`,
      DATA_DIR: join(this.#place.folder, kind),
      [variableOf(kind, 'URL')]: this.#place.cluster.url(`${kind}_app`, kind, PASSWORD),
    }
    if (kind === 'cards') return { ...shared, CARDS_PORT: String(port), CARDS_KEY: KEY }
    const merchant = this.#merchant && {
      MERCHANT_KEY: this.#merchant.client_key,
      MERCHANT_PASSWORD: this.#merchant.password,
      MERCHANT_SIGNING_SECRET: this.#merchant.signing_secret,
    }
    return {
      ...shared,
      ...merchant,
      PORT: String(port),
      BASE_URL: this.url,
      EXCHANGE_KEY: KEY,
      CHAIN_URL: this.chainUrl,
      SALES_PER_SECOND,
      SANDBOX_EXAMPLES: '0',
    }
  }
}

function kindOf(name: string): Kind {
  return name.startsWith('cards') ? 'cards' : 'exchange'
}

function variableOf(kind: Kind, name: 'URL' | 'OWNER_URL'): string {
  return kind === 'cards' ? `CARDS_DATABASE_${name}` : `DATABASE_${name}`
}

async function makeDatabase(cluster: PostgresCluster, kind: Kind): Promise<void> {
  for (const statement of [
    `create role ${kind}_owner login password '${PASSWORD}'`,
    `create role ${kind}_app login password '${PASSWORD}'`,
    `create database ${kind} owner ${kind}_owner`,
    `revoke all on database ${kind} from public`,
    `grant connect on database ${kind} to ${kind}_app`,
  ])
    await cluster.query('postgres', statement)
}
