import { randomBytes, randomUUID } from 'node:crypto'
import process from 'node:process'
import { systemClock } from '@cambio/server/Clock.ts'
import { silentLog } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import { openDatabase, type Query, type Statement } from '@cambio/server/postgres/Database.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { acquirersOf } from '../src/acquirers/acquirers.ts'
import { cardsApp } from '../src/http/cardsApp.ts'
import { CardsEnvironment } from '../src/program/environment.ts'
import { keysOf } from '../src/program/keySource.ts'
import { schema } from '../src/program/migrations.ts'
import { platformKeys } from '../src/vault/PlatformKeys.ts'
import { walletsOf } from '../src/wallets/walletsOf.ts'
import { benchSale } from './benchSale.ts'

/*
 * What the database and its client give at best: the statements of a SALE and nothing else. They are learned by doing
 * one of each kind in this process, and then repeated under ids of their own.
 */

type Learned = {
  readonly statements: readonly Statement[]
  readonly transId: string
  readonly orderId: string
  readonly at: number
}

const environment = readEnvironment(CardsEnvironment, process.env)
const database = openDatabase({ url: environment.CARDS_DATABASE_URL ?? '', schema, plansOnce: true })
const learned = { accepted: await learn('01'), declined: await learn('02') }

/** Does one SALE and keeps every statement it came to. */
async function learn(month: string): Promise<Learned> {
  const statements: Statement[] = []
  const query: Query = (statement) => {
    statements.push(statement)
    return database.query(statement)
  }
  const { keyring } = keysOf(environment, { dataDir: environment.DATA_DIR })
  const { leaseOwner } = database
  const base = { query, leaseOwner, clock: systemClock, random: systemRandom, log: silentLog, keyring }
  const keys = await platformKeys(base)
  const paymentUrl = 'http://localhost:8789'
  const acquirers = acquirersOf({ ...base, keys, paymentUrl }, environment)
  const app = cardsApp(
    {
      platform: {
        ...base,
        keys,
        paymentUrl,
        wallets: await walletsOf({ ...base, keys }, environment),
        acquirers,
      },
      metrics: createMetrics({ program: 'bench' }),
      frame: null,
    },
    { trustedProxies: [], limitsFactor: 1e6, sandbox: true },
  )
  const fields = benchSale(month)
  statements.length = 0
  const at = Date.now()
  const reply = await app.request('/post', { method: 'POST', body: new URLSearchParams(fields) })
  const { trans_id: transId } = (await reply.json()) as { trans_id: string }
  return { statements, transId, orderId: fields['order_id'] ?? '', at }
}

/**
 * The statements again, for another order, transaction and request, as if at this time: the platform gives up what was
 * accepted a minute ago and is not answered.
 */
async function repeat({ statements, transId, orderId, at }: Learned): Promise<void> {
  const [nextTransId, nextOrderId, fingerprint] = [randomUUID(), randomUUID(), randomBytes(32)]
  const laterMs = Date.now() - at
  for (const { name, text, values } of statements) {
    const changed = values.map((value) => {
      if (typeof value === 'string')
        return value.replaceAll(transId, nextTransId).replaceAll(orderId, nextOrderId)
      if (value instanceof Date) return new Date(value.getTime() + laterMs)
      return Buffer.isBuffer(value) ? fingerprint : value
    })
    const rows = await database.query({ name, text, values: changed })
    // A look-up of what stands under a new order finds nothing, as it did when the SALE made it.
    if (rows.length !== 1 && name !== 'transaction_of_order')
      throw new Error(`${name} did nothing when it was repeated.`)
  }
}

/** Repeats for that long with that many at once, and says how many SALEs a second they would have been. */
async function drive(task: { what: keyof typeof learned; workers: number; ms: number }): Promise<void> {
  const started = performance.now()
  let done = 0
  const workers = Array.from({ length: task.workers }, async () => {
    while (performance.now() - started < task.ms) {
      await repeat(learned[task.what])
      done += 1
    }
  })
  await Promise.all(workers)
  process.send?.(done / ((performance.now() - started) / 1_000))
}

process.on('message', (task: Parameters<typeof drive>[0]) => void drive(task))
process.once('disconnect', () => process.exit())
const names = (sale: Learned) => sale.statements.map(({ name }) => name).join(', ')
process.stderr.write(`SALE accepted: ${names(learned.accepted)}\nSALE declined: ${names(learned.declined)}\n`)
process.stdout.write('ready\n')
