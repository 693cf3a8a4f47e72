import type { Clock } from '@cambio/server/Clock.ts'
import { keyring } from '@cambio/server/keys/Keyring.ts'
import { silentLog } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { bounded } from '../src/acquirers/bounded.ts'
import { cardsApp } from '../src/http/cardsApp.ts'
import { unrestricted } from '../src/merchant/unrestricted.ts'
import type { Post } from '../src/notification/httpPost.ts'
import type { Platform } from '../src/Platform.ts'
import { followUpHash, saleHash, subjectOf, type Signer } from '../src/protocol/hash.ts'
import { simulatedWallets } from '../src/sandbox/wallets/simulatedWallets.ts'
import { saveMerchant } from '../src/store/merchants.ts'
import type { Transaction } from '../src/transaction/Transaction.ts'
import { platformKeys } from '../src/vault/PlatformKeys.ts'
import { platformWork } from '../src/work/platformWork.ts'
import { seededRandom } from './draw.ts'
import type { Fate } from './Fate.ts'
import type { SimulatedBank } from './SimulatedBank.ts'

/*
 * Two processes of the platform on one database, and the merchant that sells through them. Requests come in by the
 * front door; what the platform does of its own accord, both do at once.
 */

export type Platforms = Awaited<ReturnType<typeof openPlatforms>>

const signer: Signer = { password: 'simulated-password', algorithm: 'md5' }
const merchants = {
  automatic: '33333333-3333-4333-8333-333333333331',
  byHand: '33333333-3333-4333-8333-333333333332',
} as const
const card = '4242424242424242'
const email = 'doe@example.com'
const paymentUrl = 'https://cards.example'
const AMOUNT = '100.00'

type Fields = Record<string, string>

export async function openPlatforms(
  databases: readonly [Database, Database],
  { seed, bank, clock }: { seed: number; bank: SimulatedBank; clock: Clock },
) {
  const [{ query, leaseOwner }] = databases
  const random = seededRandom(seed)
  const base = { query, leaseOwner, clock, random, log: silentLog, keyring: keyring([random.bytes(32)]) }
  const keys = await platformKeys(base)
  const acquirer = bounded(bank.acquirer, { log: silentLog, timeoutMs: 30_000 })
  const platform: Platform = {
    ...base,
    keys,
    paymentUrl,
    wallets: simulatedWallets(keys),
    acquirers: new Map([[acquirer.name, acquirer]]),
  }
  const app = cardsApp(
    { platform, metrics: createMetrics({ program: 'cards' }), frame: null },
    { trustedProxies: [], limitsFactor: 1_000_000, sandbox: false },
  )
  for (const [kind, id] of Object.entries(merchants)) {
    await saveMerchant(
      base,
      {
        id,
        name: kind,
        descriptor: kind,
        mode: 'test',
        acquirer: acquirer.name,
        ...signer,
        notificationUrl: 'https://merchant.example/notifications',
        captureDelayMs: kind === 'byHand' ? null : 1000,
        tokenization: false,
        wallets: [],
        ...unrestricted,
      },
      clock.now(),
    )
  }
  const book = merchantsBook()
  const works = databases.map((database) =>
    platformWork(
      { platform: { ...platform, query: database.query }, database, post: book.post },
      { retryFactor: 1 },
    ),
  )
  const merchantOf = new Map<string, string>()

  async function send(fields: Fields): Promise<Fields> {
    const answer = await app.request('/post', { method: 'POST', body: new URLSearchParams(fields) })
    if (answer.status >= 500) throw new Error(`The platform failed: ${await answer.text()}`)
    return (await answer.json()) as Fields
  }

  async function followUp(action: string, id: string, fields: Fields): Promise<Fields> {
    const hash = followUpHash(signer, email, id, subjectOf(card))
    return send({ action, client_key: merchantOf.get(id) ?? '', trans_id: id, hash, ...fields })
  }

  return {
    /** Sells an order, or asks again for what became of the same request. @returns the trans_id */
    async sale(order: number, { capturedByHand }: Fate): Promise<string> {
      const client_key = capturedByHand ? merchants.byHand : merchants.automatic
      const answer = await send({ ...saleFields(order), client_key })
      const id = answer['trans_id'] ?? ''
      merchantOf.set(id, client_key)
      book.record(id, `${answer['action'] ?? ''} ${answer['status'] ?? ''}`)
      return id
    },
    /** The buyer's browser comes back from a challenge. */
    async comeBack(id: string): Promise<void> {
      await app.request(`/verify/3ds/${id}/${keys.challengeSecret('term', id)}`)
    },
    capture: (id: string, share: 100 | 40) =>
      followUp('CAPTURE', id, share === 100 ? {} : { amount: '40.00' }),
    /** Asks for all of it back, or for two equal parts that are not all of it. */
    async refund(id: string, parts: 1 | 2): Promise<void> {
      if (parts === 1) await followUp('CREDITVOID', id, {})
      else await Promise.all([1, 2].map(() => followUp('CREDITVOID', id, { amount: '15.00' })))
    },
    /** Payments that stand in one of these states, by trans_id. */
    async inState(states: readonly Transaction['state'][]): Promise<ReadonlySet<string>> {
      const rows = await query<{ id: string }>({
        name: 'simulated_in_state',
        text: 'select id from transaction where state = any($1)',
        values: [states],
      })
      return new Set(rows.map(({ id }) => id))
    },
    /** Everything that is due, and what follows from it at once, by both processes. */
    async settle(): Promise<void> {
      for (;;) {
        const worked = await Promise.all(works.map((work) => work.tick()))
        if (worked.every((count) => count === 0)) return
      }
    },
    /** Payments of which the merchant was told two things that cannot both be. */
    contradictions: () => book.contradictions(),
  }
}

function saleFields(order: number): Fields {
  return {
    action: 'SALE',
    order_id: `order-${String(order).padStart(6, '0')}`,
    order_amount: AMOUNT,
    order_currency: 'EUR',
    order_description: `CID:${order}`,
    card_number: card,
    card_exp_month: '12',
    card_exp_year: '2039',
    card_cvv2: '123',
    payer_first_name: 'Jane',
    payer_last_name: 'Doe',
    payer_birth_date: '1990-02-28',
    payer_address: 'Big street',
    payer_country: 'DE',
    payer_state: 'Berlin',
    payer_city: 'Berlin',
    payer_zip: '10115',
    payer_email: email,
    payer_phone: '+49301234567',
    payer_ip: '203.0.113.7',
    term_url_3ds: 'https://merchant.example/back',
    hash: saleHash(signer, email, subjectOf(card)),
  }
}

/** The news that the merchant had of each payment, by answers and by notifications. */
function merchantsBook() {
  const outcomesById = new Map<string, Set<string>>()
  const record = (id: string, outcomes: string) =>
    outcomesById.set(id, (outcomesById.get(id) ?? new Set()).add(outcomes))
  const post: Post = async (_, body) => {
    const { action = '', result = '', trans_id = '' } = Object.fromEntries(body)
    record(trans_id, `${action} ${result === 'DECLINED' ? 'DECLINED' : 'PENDING'}`)
    return { status: 200, text: 'OK' }
  }
  const contradictory = (outcomes: ReadonlySet<string>) =>
    outcomes.has('SALE DECLINED') && (outcomes.has('SALE PENDING') || outcomes.has('CAPTURE PENDING'))
  return {
    record,
    post,
    contradictions: () =>
      [...outcomesById]
        .filter(([, outcomes]) => contradictory(outcomes))
        .map(([id]) => `of ${id} the merchant was told yes and no`),
  }
}
