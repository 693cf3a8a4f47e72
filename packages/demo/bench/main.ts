import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPartner } from '@cambio/partner/client.ts'
import { silentLog } from '@cambio/server/log.ts'
import { startEmbedded } from '@cambio/server/postgres/embedded.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { programArguments } from '@cambio/server/programArguments.ts'
import { contract } from '@cambio/wire/contract.ts'
import { signRequest } from '@cambio/wire/signature.ts'
import autocannon from 'autocannon'
import * as z from 'zod/mini'
import { sandboxPartner } from '../src/sandbox.ts'
import { millionOrders } from './millionOrders.ts'
import { interleaved, ratio, type Measured } from './rounds.ts'
import { sizes } from './sizes.ts'

/*
 * Measures what the product promises about speed and size, as ratios between things measured in one run on one
 * machine: absolute numbers say more about the machine. Run it with nothing else running.
 */

/** Short and many, since the machine is never quiet for long. */
const QUOTE_ROUNDS = 25
const ORDER_ROUNDS = 10
const LIST_ROUNDS = 10
const SECONDS = 1
const CONNECTIONS = 16

/** The body that every route which is compared is sent. */
const priced = JSON.stringify({
  partner_order_id: 'bench',
  payin_currency: 'EUR',
  payin_amount: '100.00',
  payout_currency: 'ETH',
})

const Started = z.object({ url: z.string(), door: z.number(), bare: z.number() })

let count = 0

const dataDir = await mkdtemp(join(tmpdir(), 'cambio-bench-'))
const server = await startEmbedded({ dataDir, log: silentLog })
const children: ChildProcess[] = []
try {
  await measure()
} finally {
  for (const child of children) child.kill('SIGKILL')
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const database = await embeddedDatabase(server, 'exchange')
  const cardsDatabase = await embeddedDatabase(server, 'cards')
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    CARDS_PORT: '0',
    LIMITS_FACTOR: '1000000',
  }
  const exchange = await start('programs/exchange.ts', [], {
    ...environment,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  })
  const { url, ...ports } = Started.parse(exchange.said)
  const cards = await start('../src/programs/cards.ts', [], {
    ...environment,
    CARDS_DATABASE_URL: cardsDatabase.appUrl,
    CARDS_DATABASE_OWNER_URL: cardsDatabase.ownerUrl,
    NOTIFICATION_URL: `${url}/notices/card`,
  })
  await createOrder(url, 'template')
  const placing = await start('programs/placing.ts', [database.appUrl, 'template'])

  const quotes = await interleaved(
    {
      quote: posting(`${url}${contract.public.fee.path}`),
      door: posting(`http://127.0.0.1:${ports.door}/`),
      bare: posting(`http://127.0.0.1:${ports.bare}/`),
    },
    QUOTE_ROUNDS,
  )
  const orders = await interleaved(
    { http: creating(url), statement: () => place(placing.child) },
    ORDER_ROUNDS,
  )
  await millionOrders(database.ownerUrl, 'template')
  const lists = await interleaved(
    {
      first: listing(url, ''),
      page200: listing(url, '?page=200'),
      cursor: listing(url, `?cursor=${await cursorOf(url, 10_000)}`),
    },
    LIST_ROUNDS,
  )
  const { scripts, styles, loader } = sizes()
  print([
    ['quote ÷ empty POST behind the door', ratio(quotes.quote, quotes.door), 'at least 0.70'],
    ['quote ÷ bare route', ratio(quotes.quote, quotes.bare), ''],
    ['order over HTTP ÷ its statement alone', ratio(orders.http, orders.statement), 'at least 0.50'],
    ['a million orders, page 200 ÷ first page', ratio(lists.page200, lists.first), 'at least 0.67'],
    ['a million orders, by cursor ÷ first page', ratio(lists.cursor, lists.first), 'at least 0.67'],
    ['widget, first screen, scripts', `${scripts} bytes`, 'at most 100000'],
    ['widget, first screen, styles', `${styles} bytes`, 'at most 10000'],
    ['loader', `${loader} bytes`, 'at most 4000'],
    ['exchange, resident memory', `${await residentMb(exchange.child)} MB`, 'at most 150'],
    ['card platform, resident memory', `${await residentMb(cards.child)} MB`, 'at most 150'],
  ])
}

/** Starts a program beside this one and waits for its first word. */
async function start(
  file: string,
  args: string[] = [],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ child: ChildProcess; said: unknown }> {
  const child = fork(join(import.meta.dirname, file), args, {
    env: environment,
    execArgv: [...programArguments],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} does not start.`)))
  const [said] = (await Promise.race([once(child, 'message'), ended])) as [unknown]
  ended.catch(() => {})
  return { child, said }
}

function posting(url: string): Measured {
  return () =>
    awake(async () => {
      const result = await autocannon({
        url,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: priced,
        connections: CONNECTIONS,
        duration: SECONDS,
      })
      return rateOf(result)
    })
}

/**
 * Keeps this process from sleeping while it asks. A server that answers one who sleeps pays for waking it, on a virtual
 * machine as much as for pricing a quote, and the more often the longer its answer takes: that would be measured too.
 */
async function awake<Result>(work: () => Promise<Result>): Promise<Result> {
  let done = false
  const spin = () => void (done || setImmediate(spin))
  spin()
  try {
    return await work()
  } finally {
    done = true
  }
}

/** Orders one after the other, each signed and under an id of its own. */
function creating(baseUrl: string): Measured {
  const { path } = contract.partner.createOrder
  return async () => {
    const result = await autocannon({
      url: baseUrl,
      connections: CONNECTIONS,
      duration: SECONDS,
      requests: [
        {
          method: 'POST',
          path,
          setupRequest: (request) => {
            const body = JSON.stringify(newOrder(`bench-${process.pid}-${count++}`))
            const headers = {
              'Content-Type': 'application/json',
              'API-Key': sandboxPartner.apiKey,
              'API-Signature': signRequest(sandboxPartner.secret, path, body),
            }
            return { ...request, body, headers }
          },
        },
      ],
    })
    return rateOf(result)
  }
}

function newOrder(id: string) {
  return {
    partner_order_id: id,
    payin_currency: 'EUR',
    payin_amount: '100.00',
    payout_currency: 'ETH',
    dst_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    client_ip: '203.0.113.7',
    remote_country: 'DE',
  }
}

/** A partner's list of orders. Its query is not signed, so one signature serves. */
function listing(baseUrl: string, query: string): Measured {
  const { path } = contract.partner.orderList
  const headers = {
    'API-Key': sandboxPartner.apiKey,
    'API-Signature': signRequest(sandboxPartner.secret, path, ''),
  }
  return () =>
    awake(async () => {
      const url = `${baseUrl}${path}${query}`
      return rateOf(await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS }))
    })
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

/** @throws Error when any request was refused, since a refusal is quick and means nothing here */
function rateOf({ requests, non2xx, errors }: autocannon.Result): number {
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} requests were refused and ${errors} failed.`)
  return requests.average
}

async function place(placing: ChildProcess): Promise<number> {
  placing.send({ connections: CONNECTIONS, ms: SECONDS * 1_000 })
  const [rate] = (await once(placing, 'message')) as [number]
  return rate
}

async function residentMb({ pid }: ChildProcess): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(status)?.[1]
  return kilobytes === undefined ? 'unknown' : String(Math.round(Number(kilobytes) / 1024))
}

function print(lines: readonly (readonly [what: string, value: string, promised: string])[]): void {
  const width = Math.max(...lines.map(([what]) => what.length))
  for (const [what, value, promised] of lines) {
    process.stdout.write(`${what.padEnd(width)}  ${value.padEnd(36)}${promised}\n`)
  }
}
