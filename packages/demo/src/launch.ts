import { startChainNode } from '@cambio/rails/chain/node/startChainNode.ts'
import { bindPolicy } from '@cambio/server/http/bindPolicy.ts'
import type { Log } from '@cambio/server/log.ts'
import { refuseIfInUse } from '@cambio/server/postgres/embedded.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { settleAddresses, type Addresses } from './Addresses.ts'
import type { buildPages } from './buildPages.ts'
import type { DemoEnvironment } from './DemoEnvironment.ts'
import { openLogBook, type LogBook } from './logBook.ts'
import { openDatabases, type Databases } from './openDatabases.ts'
import { sandboxMerchant } from './sandbox.ts'
import { startShop } from './shop/startShop.ts'
import { supervise, type Supervised } from './supervise.ts'

/** Everything, running. */
export type Launched = {
  readonly addresses: Addresses
  /** The address of the node that coins move on. */
  readonly chain: string
  readonly dataDir: string
  /** Process ids of the two programs that run beside the launcher, as they are now. */
  readonly pids: { readonly exchange: number; readonly cards: number }
  /** Ends one of the two programs and starts it again. @param why shown in the terminal */
  readonly restart: (program: 'exchange' | 'cards', why: string) => void
  /** Ends the shop, then the programs, the chain and the database last. */
  close(): Promise<void>
}

type Closing = { close(): Promise<void> }

/**
 * Starts the whole product on this machine: PostgreSQL, the chain, the card platform and the exchange as processes of their own,
 * as in production, and the demo shop. Whatever had started is ended again when something refuses to.
 * @param input.inherited variables that are passed on to the programs
 * @param input.buildPages builds what the programs serve while the database and the chain start; left out, it is built
 * @param input.exchangePort where the exchange listens, when something else stands at its address; left out: at its address
 * @throws StartRefused
 */
export async function launch(input: {
  environment: DemoEnvironment
  inherited: Readonly<Record<string, string | undefined>>
  log: Log
  print: (sentence: string) => void
  stopped: AbortSignal
  exchangePort?: number
  buildPages?: typeof buildPages
}): Promise<Launched> {
  const { environment, log, print, stopped } = input
  sandboxOnly(environment)
  await refuseSecond(environment)
  const addresses = await settleAddresses(environment)
  const open: Closing[] = []
  const closeAll = async () => {
    for (const each of open.toReversed()) await each.close()
  }
  const failed = new AbortController()
  const pages = input.buildPages?.({ print, stopped: AbortSignal.any([stopped, failed.signal]) })
  try {
    const databases = await openDatabases(environment, { log, print })
    open.push(databases)
    const { dataDir } = databases
    const variables = programVariables(input, { addresses, databases })
    const start = async (name: keyof typeof programs, more: Record<string, string> = {}) => {
      const { title, entry } = programs[name]
      await pages?.[name]
      const book = openLogBook({ dataDir, program: name, print })
      open.push(book)
      print(`Starting the ${title}…`)
      const program = {
        name: title,
        entry,
        environment: { ...variables[name], ...more },
        onLine: listener(book),
      }
      const running = await supervise(program, { print, stopped })
      open.push({ close: () => running.stop() })
      return running
    }
    const startChain = async () => {
      const chain = await openChain(environment, { dataDir, print })
      open.push(chain)
      return chain
    }
    const [cards, chain] = await both(start('cards'), startChain())
    const exchange = await start('exchange', { CHAIN_URL: chain.url })
    const running: Record<keyof typeof programs, Supervised> = { cards, exchange }
    print('Starting the shop…')
    open.push(await startShop({ address: addresses.shop, exchangeUrl: addresses.exchange.url, log }))
    return {
      addresses,
      chain: chain.url,
      dataDir,
      get pids() {
        return { exchange: exchange.pid, cards: cards.pid }
      },
      restart: (program, why) => running[program].restart(why),
      close: closeAll,
    }
  } catch (error) {
    failed.abort()
    await closeAll()
    throw error
  }
}

/** Waits until both have ended one way or the other, so that what did start is known and can be ended. */
async function both<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
}

const programs = {
  cards: { title: 'card platform', entry: new URL('programs/cards.ts', import.meta.url) },
  exchange: { title: 'exchange', entry: new URL('programs/exchange.ts', import.meta.url) },
} as const

function sandboxOnly({ MODE, HOST, ALLOW_PUBLIC_SANDBOX }: DemoEnvironment): void {
  if (MODE === 'live') {
    throw new StartRefused(
      'This command runs the sandbox, shop included: for MODE=live start the programs with "pnpm exchange" and "pnpm cards".',
    )
  }
  bindPolicy({ host: HOST ?? 'localhost', sandbox: true, allowPublicSandbox: ALLOW_PUBLIC_SANDBOX })
}

/** One that already runs holds the ports too, and nobody would know by those which program it is. */
async function refuseSecond({ DATA_DIR, DATABASE_URL, CARDS_DATABASE_URL }: DemoEnvironment): Promise<void> {
  if (DATABASE_URL === undefined || CARDS_DATABASE_URL === undefined) await refuseIfInUse(DATA_DIR)
}

function listener(book: LogBook) {
  return (line: string) => book.keep(line)
}

/** What each program finds in its environment: all that was given, and where the others are. */
function programVariables(
  {
    environment,
    inherited,
    exchangePort,
  }: {
    environment: DemoEnvironment
    inherited: Record<string, string | undefined>
    exchangePort?: number
  },
  { addresses, databases }: { addresses: Addresses; databases: Databases },
) {
  const { exchange, cards, shop } = addresses
  const shared = {
    ...inherited,
    MODE: 'sandbox',
    DATA_DIR: databases.dataDir,
    BASE_URL: exchange.url,
    PAYMENT_URL: cards.url,
  }
  return {
    cards: {
      ...shared,
      ...databases.cards,
      HOST: cards.host,
      CARDS_PORT: String(cards.port),
      NOTIFICATION_URL: `${exchange.url}/notices/card`,
    },
    exchange: {
      ...shared,
      ...databases.exchange,
      HOST: exchange.host,
      PORT: String(exchangePort ?? exchange.port),
      SHOP_URL: shop.url,
      SANDBOX_CALLBACK_URL: environment.SANDBOX_CALLBACK_URL ?? `${shop.url}/callbacks`,
      SANDBOX_EXAMPLES: inherited['SANDBOX_EXAMPLES'] ?? '1',
      MERCHANT_KEY: sandboxMerchant.clientKey,
      MERCHANT_PASSWORD: sandboxMerchant.password,
    },
  }
}

/** The node that coins move on: one's own, or the sandbox's, which is started here. @throws StartRefused */
async function openChain(
  { CHAIN_URL, CHAIN_PORT: port }: DemoEnvironment,
  { dataDir, print }: { dataDir: string; print: (sentence: string) => void },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  if (CHAIN_URL !== undefined) return { url: CHAIN_URL, close: async () => {} }
  return startChainNode({ dataDir, port, print })
}
