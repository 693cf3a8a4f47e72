import { once } from 'node:events'
import { createPartner } from '@cambio/partner/client.ts'
import { openMeasurementStage, type MeasurementStage } from '@cambio/server/measure/measurementStage.ts'
import { runMeasurement } from '@cambio/server/measure/runMeasurement.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import * as z from 'zod/mini'
import { memoryMb } from '../load/memoryMb.ts'
import { newOrder, signedCreate } from '../load/orderTraffic.ts'
import { postmasterOf } from '../load/processorTime.ts'
import { requestAnswer, startProgram, type Program } from '../load/startProgram.ts'
import { sandboxPartner } from '../src/sandbox.ts'
import { makeAnchor, pgbenchRate } from './anchor.ts'
import { asking, awake, CONNECTIONS, SECONDS } from './asking.ts'
import { clientRows } from './clientRows.ts'
import { hearingPartner } from './hearingPartner.ts'
import { ledgerRows } from './ledgerRows.ts'
import { millionOrders } from './millionOrders.ts'
import { ordersAgainstAnchor } from './ordersAgainstAnchor.ts'
import { interleaved, ratio, type Line, type Measured } from './rounds.ts'
import { sizes } from './sizes.ts'

/*
 * Measures what the product promises about speed and size, as ratios between things measured in one run on one
 * machine: absolute numbers say more about the machine. Run it with nothing else running. Names after the command
 * measure those parts alone, in the order below: what runs first meets programs that are still cold.
 */

/** Short and many, since the machine is never quiet for long. */
const QUOTE_ROUNDS = 20
const ORDER_ROUNDS = 8
const LIST_ROUNDS = 8

/** As wide as the longest name of a row. */
const WIDTH = 42

/** The body that every route which is compared is sent. */
const priced = JSON.stringify({
  partner_order_id: 'bench',
  payin_currency: 'EUR',
  payin_amount: '100.00',
  payout_currency: 'ETH',
})

const Started = z.object({ url: z.string(), door: z.number(), bare: z.number() })
const Address = z.object({ url: z.string() })

const chosenParts = process.argv.slice(2)
await runMeasurement(() => openMeasurementStage('cambio-bench'), measure)

/** What the parts are measured on. */
type Stage = MeasurementStage & {
  readonly url: string
  readonly ports: { readonly door: number; readonly bare: number }
  readonly exchange: Program
  readonly cards: Program
  readonly receiver: Program
  readonly database: { readonly appUrl: string; readonly ownerUrl: string }
}

async function measure(base: MeasurementStage, stopped: AbortSignal): Promise<void> {
  const stage = await setUp(base)
  const parts: Readonly<Record<string, (stage: Stage) => Promise<readonly Line[]>>> = {
    quotes,
    anchor,
    statement,
    clients,
    lists,
    ledger,
    sizes: sizesOf,
  }
  const unknown = chosenParts.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}, only ${Object.keys(parts).join(', ')}.`)
  for (const [name, part] of Object.entries(parts))
    if (chosenParts.length === 0 || chosenParts.includes(name))
      await part(stage).then(print, (error) => stopped.aborted || reportFailure(name, error))
  await endOf(stage.exchange)
}

/** One part that fails takes its own rows away and no others, and whoever started this is told. */
function reportFailure(name: string, error: unknown): void {
  process.exitCode = 1
  console.error(`The part ${name} failed:`, error)
}

async function setUp(base: MeasurementStage): Promise<Stage> {
  const { dataDir, server, children } = base
  const database = await embeddedDatabase(server, 'exchange')
  const cardsDatabase = await embeddedDatabase(server, 'cards')
  const receiver = await startProgram(children, 'load/programs/receiver.ts')
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    CARDS_PORT: '0',
    LIMITS_FACTOR: '1000000',
    RECEIVER_URL: Address.parse(receiver.firstMessage).url,
  }
  const exchange = await startProgram(children, 'bench/programs/exchange.ts', {
    environment: { ...environment, DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl },
  })
  const { url, ...ports } = Started.parse(exchange.firstMessage)
  const cards = await startProgram(children, 'src/programs/cards.ts', {
    environment: {
      ...environment,
      CARDS_DATABASE_URL: cardsDatabase.appUrl,
      CARDS_DATABASE_OWNER_URL: cardsDatabase.ownerUrl,
      NOTIFICATION_URL: `${url}/notices/card`,
    },
  })
  await createOrder(url, 'template')
  return { ...base, url, ports, exchange, cards, receiver, database }
}

async function quotes({ url, ports }: Stage): Promise<readonly Line[]> {
  const rates = await interleaved(
    {
      quote: posting(`${url}${contract.public.fee.path}`),
      door: posting(`http://127.0.0.1:${ports.door}/`),
      bare: posting(`http://127.0.0.1:${ports.bare}/`),
    },
    QUOTE_ROUNDS,
  )
  return [
    ['quote ÷ empty POST behind the door', ratio(rates.quote, rates.door), 'at least 0.70'],
    ['quote ÷ bare route', ratio(rates.quote, rates.bare), ''],
  ]
}

async function anchor({ server, children, url, exchange, receiver }: Stage): Promise<readonly Line[]> {
  const { ownerUrl } = await embeddedDatabase(server, 'anchor')
  await makeAnchor(ownerUrl)
  const program = await startProgram(children, 'bench/programs/anchor.ts', { args: [ownerUrl] })
  const superuserUrl = server.url('exchange')
  const postmaster = await postmasterOf(superuserUrl)
  const driven = { url, exchange, receiver, anchor: program, postmaster, superuserUrl }
  const lines = await ordersAgainstAnchor({ ...driven, silent: sandboxPartner, hearing: hearingPartner })
  const rate = await pgbenchRate(ownerUrl, 8)
  const own = Number(await requestAnswer(program, { callers: 8, ms: 3_000 }))
  const shown = rate === undefined ? 'not installed' : `${Math.round(rate)}/s, ours ${Math.round(own)}/s`
  return [...lines, ['pgbench itself, 8 callers', shown, '']]
}

async function statement({ children, url, database }: Stage): Promise<readonly Line[]> {
  const placing = await startProgram(children, 'bench/programs/placing.ts', {
    args: [database.appUrl, 'template'],
  })
  const question = { connections: CONNECTIONS, ms: SECONDS * 1_000 }
  const rates = await interleaved(
    { http: creating(url), statement: async () => Number(await requestAnswer(placing, question)) },
    ORDER_ROUNDS,
  )
  return [['order over HTTP ÷ its statement alone', ratio(rates.http, rates.statement), 'at least 0.50']]
}

async function clients({ url, ports, database }: Stage): Promise<readonly Line[]> {
  return clientRows({ url, ownerUrl: database.ownerUrl, door: ports.door })
}

async function lists({ url, database }: Stage): Promise<readonly Line[]> {
  await millionOrders(database.ownerUrl, 'template')
  const rates = await interleaved(
    {
      first: listing(url, ''),
      page200: listing(url, '?page=200'),
      cursor: listing(url, `?cursor=${await cursorOf(url, 10_000)}`),
    },
    LIST_ROUNDS,
  )
  return [
    ['a million orders, page 200 ÷ first page', ratio(rates.page200, rates.first), 'at least 0.67'],
    ['a million orders, by cursor ÷ first page', ratio(rates.cursor, rates.first), 'at least 0.67'],
  ]
}

async function ledger({ server, children }: Stage): Promise<readonly Line[]> {
  const postmaster = await postmasterOf(server.url('postgres'))
  return ledgerRows(children, await embeddedDatabase(server, 'ledger'), postmaster)
}

async function sizesOf({ exchange, cards }: Stage): Promise<readonly Line[]> {
  const { scripts, styles, loader } = sizes()
  return [
    ['widget, first screen, scripts', `${scripts} bytes`, 'at most 98000'],
    ['widget, first screen, styles', `${styles} bytes`, 'at most 10000'],
    ['loader', `${loader} bytes`, 'at most 3072'],
    ...(await memoryLines('exchange', exchange)),
    ...(await memoryLines('card platform', cards)),
  ]
}

async function memoryLines(name: string, { pid }: Program): Promise<readonly Line[]> {
  const memory = await memoryMb(pid)
  return [
    [`${name}, resident memory`, `${memory?.now ?? 'unknown'} MB`, 'at most 150'],
    [`${name}, resident memory at its peak`, `${memory?.peak ?? 'unknown'} MB`, ''],
  ]
}

function posting(url: string): Measured {
  const headers = { 'Content-Type': 'application/json' }
  return awake(asking({ url, method: 'POST', headers, body: priced }))
}

/** Orders one after the other, each signed and under an id of its own. */
function creating(baseUrl: string): Measured {
  const { path } = contract.partner.createOrder
  const setupRequest = (request: object) => ({ ...request, ...signedCreate(sandboxPartner) })
  return asking({ url: baseUrl, requests: [{ method: 'POST', path, setupRequest }] })
}

/** A partner's list of orders. Its query is not signed, so one signature serves. */
function listing(baseUrl: string, query: string): Measured {
  const { path } = contract.partner.orderList
  const headers = {
    'API-Key': sandboxPartner.apiKey,
    'API-Signature': signRequest(sandboxPartner.secret, path, ''),
  }
  return awake(asking({ url: `${baseUrl}${path}${query}`, headers }))
}

/** The cursor after so many orders. */
async function cursorOf(baseUrl: string, orders: number): Promise<string> {
  const { apiKey, secret } = sandboxPartner
  const { next_cursor } = await createPartner({ baseUrl, apiKey, secret }).call(contract.partner.orderList, {
    query: { page: orders / 500, rows: 500 },
  })
  if (next_cursor === null) throw new Error('There are too few orders to list.')
  return next_cursor
}

async function createOrder(baseUrl: string, id: string): Promise<void> {
  const { apiKey, secret } = sandboxPartner
  await createPartner({ baseUrl, apiKey, secret }).call(contract.partner.createOrder, { body: newOrder(id) })
}

/** Lets a program that writes a profile do so. */
async function endOf({ child }: Program): Promise<void> {
  if (process.env['PROFILE'] === undefined) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function print(lines: readonly Line[]): void {
  for (const [what, value, promised] of lines) {
    process.stdout.write(`${what.padEnd(WIDTH)}  ${value.padEnd(36)}${promised}\n`)
  }
}
