import { createHash } from 'node:crypto'
import { Agent, request as open, type IncomingMessage } from 'node:http'
import { serve } from '@cambio/server/http/serve.ts'
import { keyring } from '@cambio/server/keys/Keyring.ts'
import { silentLog } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { randomFrom, type Random } from '@cambio/server/Random.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { bounded } from '../../src/acquirers/bounded.ts'
import { cardsApp } from '../../src/http/cardsApp.ts'
import { unrestricted } from '../../src/merchant/unrestricted.ts'
import type { Platform } from '../../src/Platform.ts'
import { sandboxAcquirer } from '../../src/sandbox/sandboxAcquirer.ts'
import { simulatedWallets } from '../../src/sandbox/wallets/simulatedWallets.ts'
import { saveMerchant } from '../../src/store/merchants.ts'
import { platformKeys } from '../../src/vault/PlatformKeys.ts'
import { platformWork } from '../../src/work/platformWork.ts'
import type { Answered } from './documented.ts'
import { merchantId, password, saleFields } from './rightForms.ts'
import type { WildRequest } from './WildRequest.ts'

export type Target = Awaited<ReturnType<typeof openTarget>>

/** The platform on a socket, with payments in every state and sessions to bend requests for. */
export async function openTarget(database: Database, seed: number) {
  let now = new Date('2026-03-01T09:30:00Z')
  const clock = { now: () => now }
  const random = seeded(seed)
  const base = {
    query: database.query,
    leaseOwner: database.leaseOwner,
    clock,
    random,
    log: silentLog,
    keyring: keyring([Buffer.alloc(32, 7)]),
  }
  const keys = await platformKeys(base)
  const paymentUrl = 'http://localhost:8789'
  const bank = bounded(sandboxAcquirer({ keys, clock, paymentUrl }), { log: silentLog, timeoutMs: 2_000 })
  const platform: Platform = {
    ...base,
    keys,
    paymentUrl,
    wallets: simulatedWallets(keys),
    acquirers: new Map([[bank.name, bank]]),
  }
  await saveMerchant(base, merchant, now)
  const frame = {
    script: '/fields/assets/main.js',
    assets: new Map(),
    fonts: new Map(),
  }
  const app = cardsApp(
    { platform, metrics: createMetrics({ program: 'cards' }), frame },
    { trustedProxies: [], limitsFactor: 1e6, sandbox: true },
  )
  const serving = await serve(app.fetch, { host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const work = platformWork(
    { platform, database, post: async () => ({ status: 200, text: 'OK' }) },
    { retryFactor: 1 },
  )
  const send = (wild: WildRequest) => sendTo({ port: serving.port, agent }, wild)
  async function settle(): Promise<void> {
    while ((await work.tick()) > 0);
  }
  const sales = await Promise.all(
    ['01', '02', '03', '05', '12'].map((month, index) => sell(send, index, month)),
  )
  now = new Date(now.getTime() + 2_000)
  await settle()
  const sessions = await Promise.all(Array.from({ length: 60 }, () => openSession(send)))
  return {
    send,
    settle,
    sales,
    sessions,
    secrets: keys,
    nonces: new Map(await Promise.all(sessions.map(async (id) => [id, await nonceOf(send, id)] as const))),
    async close() {
      agent.destroy()
      await serving.close()
    },
  }
}

const merchant = {
  id: merchantId,
  name: 'Exchange',
  descriptor: 'CAMBIO',
  mode: 'test',
  acquirer: 'sandbox',
  password,
  algorithm: 'md5',
  notificationUrl: 'https://merchant.example/notifications',
  captureDelayMs: 1000,
  tokenization: true,
  wallets: [],
  ...unrestricted,
} as const

type Send = (wild: WildRequest) => Promise<Answered>

export type Sale = { readonly trans_id: string; readonly order_id: string; readonly card_token?: string }

async function sell(send: Send, index: number, month: string): Promise<Sale> {
  const fields = saleFields({ order_id: `known-${index}`, card_exp_month: month })
  const body = Buffer.from(new URLSearchParams(fields).toString())
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { text } = await send({ method: 'POST', path: '/post', headers, body, chunked: false })
  return JSON.parse(text) as Sale
}

async function openSession(send: Send): Promise<string> {
  const body = Buffer.from(
    JSON.stringify({
      client_key: merchantId,
      parent_origin: 'https://a.example',
      ancestors: ['https://a.example'],
    }),
  )
  const headers = { 'api-signature': signRequest(password, '/fields/sessions', body.toString()) }
  const { text } = await send({ method: 'POST', path: '/fields/sessions', headers, body, chunked: false })
  return (JSON.parse(text) as { session_id: string }).session_id
}

async function nonceOf(send: Send, id: string): Promise<string> {
  const { text } = await send({
    method: 'GET',
    path: `/fields/frame/${id}`,
    headers: {},
    body: Buffer.alloc(0),
    chunked: false,
  })
  return /nonce&quot;:&quot;([^&]+)/.exec(text)?.[1] ?? ''
}

/** Sends bytes as they are. The platform may answer and hang up before it has read them all. */
function sendTo(target: { port: number; agent: Agent }, wild: WildRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined
    const outgoing = open({
      host: '127.0.0.1',
      port: target.port,
      // A body that the platform stops reading takes its connection with it.
      agent: wild.body.length > 64 * 1024 ? false : target.agent,
      method: wild.method,
      path: wild.path,
      headers: {
        ...wild.headers,
        ...(wild.chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': wild.body.length }),
      },
    })
    outgoing.on('response', (incoming) => {
      answer = incoming
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    outgoing.on('error', (error) => {
      if (answer === undefined) reject(error)
    })
    outgoing.end(wild.body)
  })
}

/** Random bytes that are the same for the same seed. */
function seeded(seed: number): Random {
  let count = 0
  return randomFrom((length) => {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, () =>
      createHash('sha256')
        .update(`${seed} ${(count += 1)}`)
        .digest(),
    )
    return new Uint8Array(Buffer.concat(blocks).subarray(0, length))
  })
}
