import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { orderLeftovers } from '@cambio/bff/store/ledger/orderLeftovers.ts'
import { verifyLedger } from '@cambio/bff/store/ledger/verifyLedger.ts'
import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import { listWallets } from '@cambio/rails/chain/ChainWallet.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { runCommandLine } from '@cambio/server/testing/testingCommandLine.ts'
import { ended as ends } from '@cambio/wire/order/Order.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { Refused, type Buyer } from './Buyer.ts'
import { openProduct, type Product } from './openProduct.ts'
import { operatorCall } from './operatorCall.ts'

/*
 * Both programs run and sell while they are backed up. What comes back is proved by the command, and by selling on. Backing
 * up and restoring are processes of their own here; what else the operator calls is answered in this one.
 */

const cli = new URL('../../installation/src/cli.ts', import.meta.url)
const through = {
  to: 'openssl enc -aes-256-cbc -pbkdf2 -pass pass:kept-elsewhere',
  from: 'openssl enc -d -aes-256-cbc -pbkdf2 -pass pass:kept-elsewhere',
}

let product: Product
let folder: string
let backup: string
beforeAll(async () => {
  product = await openProduct()
  folder = await mkdtemp(join(tmpdir(), 'cambio-backup-test-'))
  await buy()
  // One more is under way while the back-up is taken.
  const [{ stdout, code, stderr }] = await Promise.all([
    run('backup', '--to', folder, '--keys-to', `${folder}.keys`, '--json'),
    buy(),
  ])
  expect([code, stderr]).toEqual([0, expect.stringContaining('exchange: table 1 of')])
  backup = z.object({ folder: z.string() }).parse(JSON.parse(stdout)).folder
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true })
  await rm(`${folder}.keys`)
})

/** Runs a command as a process of its own. */
const run = (...words: string[]) => runCommandLine(cli, product.settings, words)
const callProduct = (...words: string[]) => operatorCall(product.settings, words)

async function buy(): Promise<void> {
  const buyer = await product.buyer()
  await buyer.place('100')
  await pay(buyer)
  await buyer.until(({ status }) => ends.has(status))
}

const Verified = z.object({
  verified: z.boolean(),
  proofs: z.array(z.object({ proof: z.string(), holds: z.nullable(z.boolean()), finding: z.string() })),
})
async function verify(from: string, ...more: string[]) {
  const words = ['verify-backup', '--from', from, '--scratch', inject('postgresUrl'), ...more]
  const { code, stdout } = await callProduct(...words, '--json')
  return { code, stdout, ...z.partial(Verified).parse(JSON.parse(stdout)) }
}

test('a back-up of running programs is restored for a trial, and its books are proved', async () => {
  const { code, verified, proofs = [] } = await verify(backup)
  expect(proofs.filter(({ holds }) => holds !== true)).toEqual([])
  expect([code, verified, proofs.map(({ proof }) => proof)]).toEqual([
    0,
    true,
    [
      'trial balance of the exchange',
      'ended orders',
      'sealed chain',
      'trial balance of the card platform',
      'books = platform',
      'keys of the exchange',
      'keys of the cards',
    ],
  ])
  // The keys are beside no data, and nobody else reads them.
  expect(await readFile(`${folder}.keys`, 'utf8')).toMatch(/^EXCHANGE_KEY=\S{44}\nCARDS_KEY=\S{44}\n$/)
  expect((await stat(`${folder}.keys`)).mode & 0o777).toBe(0o600)
  const kept = await product.query(statement(`select act, detail->>'folder' as folder from operator_act`))
  expect(kept).toEqual([{ act: 'backup', folder: backup }])
})

test('a back-up that was damaged, or whose books were altered, is not proved', async () => {
  const file = join(backup, 'exchange/posting.copy.gz')
  const manifestFile = join(backup, 'manifest.json')
  const [whole, manifest] = [await readFile(file), await readFile(manifestFile, 'utf8')]
  const altered = gzipSync(
    gunzipSync(whole)
      .toString()
      .replace(/\tposted\t-?\d+/, (found) => `${found}0`),
  )
  await writeFile(file, altered)
  const damaged = await verify(backup)
  expect([damaged.code, damaged.stdout]).toEqual([
    1,
    expect.stringContaining('exchange/posting.copy.gz is not as it was written'),
  ])

  const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  await writeFile(manifestFile, manifest.replace(digest(whole), digest(altered)))
  const { code, verified, proofs = [] } = await verify(backup)
  expect([code, verified]).toEqual([1, false])
  expect(proofs.flatMap(({ proof, holds }) => (holds === false ? [proof] : []))).toEqual(
    expect.arrayContaining(['trial balance of the exchange', 'sealed chain']),
  )
  await writeFile(file, whole)
  await writeFile(manifestFile, manifest)
})

test('a restore fills empty databases alone, and what happened after the back-up is adopted, and not paid again', async () => {
  await callProduct('payout', 'pause', 'all', '--reason', 'to have one wait')
  const waiting = await placed('100', '0x00000000000000000000000000000000000a0001')
  await pay(waiting)
  await expect
    .poll(() =>
      product.query(statement('select from departure_waiting where order_id = $1', waiting.orderId)),
    )
    .toHaveLength(1)
  const unpaid = await placed('110', '0x00000000000000000000000000000000000a0002')
  const encrypted = await callProduct('backup', '--to', folder, '--through', through.to, '--json')
  const from = z.object({ folder: z.string() }).parse(JSON.parse(encrypted.stdout)).folder
  const names = ['exchange', 'cards'].map((name) => `restored_${name}_${process.pid}`)
  const [exchange = '', cards = ''] = names.map((name) => at(name))
  for (const name of names) await product.query(statement(`create database ${name}`))
  const database = openDatabase({ url: exchange, schema: 'exchange', max: 1 })
  let other: Awaited<ReturnType<Product['anotherExchange']>> | undefined
  try {
    const into = { ...product.settings, DATABASE_URL: exchange, CARDS_DATABASE_URL: cards }
    const words = ['restore', '--from', from, '--json']
    const restore = (...more: string[]) => operatorCall(into, [...words, ...more])
    expect((await restore()).stdout).toContain('give its opposite in --through')
    const restored = await runCommandLine(cli, into, [...words, '--through', through.from])
    expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining('"payouts": "paused"')])
    const again = await restore('--through', through.from)
    expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('is not empty')])

    const statuses = () => database.query(statement('select id, status from orders order by id'))
    expect(await statuses()).toEqual(
      await product.query(statement('select id, status from orders order by id')),
    )

    const statusesOfWallet = () =>
      database.query(statement('select stranger is not null as stopped from chain_wallet'))

    // The platform and the chain are those that went on.
    const outside = { ...into, CARDS_DATABASE_URL: product.settings['CARDS_DATABASE_URL'] ?? '' }
    const call = (...words: string[]) => operatorCall(outside, words)
    const act = (...words: string[]) => call(...words, '--reason', 'restored')
    const done = async (...words: string[]) => {
      const { code, stdout, stderr } = await act(...words)
      expect([code, stderr]).toEqual([0, ''])
      return stdout
    }
    expect(await reconcile(call)).toMatchObject({ code: 0, agrees: true })

    // After the back-up the one that waited gets its coins, the other one pays, and a third buyer comes and buys.
    await callProduct('payout', 'continue', 'all', '--reason', 'backed up')
    await waiting.until(({ status }) => ends.has(status))
    await pay(unpaid)
    await unpaid.until(({ status }) => ends.has(status))
    const unknown = await placed('120', '0x00000000000000000000000000000000000a0003')
    await pay(unknown)
    await unknown.until(({ status }) => ends.has(status))
    const sent = await transactionsSent()

    const found = await reconcile(call)
    expect([found.code, found.agrees]).toEqual([1, false])
    const payments = found.payments.map(({ payment_id: id, known, difference }) => [id, known, difference])
    const paymentOf = (orderId: string) =>
      found.payments.find(({ payment_id: id }) => id.startsWith(orderId))?.payment_id ?? ''
    expect(payments).toEqual(
      [
        [paymentOf(unpaid.orderId), false, '110.00'],
        [paymentOf(unknown.orderId), false, '120.00'],
      ].toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    )
    const [ofWaiting, ofUnpaid, ofUnknown] = found.transactions
    expect(ofWaiting).toMatchObject({ waiting_orders: [waiting.orderId], other_orders: [] })
    // Its price may have been another when it paid.
    expect([ofUnpaid?.waiting_orders, ofUnpaid?.other_orders].flat()).toEqual([unpaid.orderId])
    expect(ofUnknown).toMatchObject({ waiting_orders: [], other_orders: [] })

    // Nothing is released while orders may be paid again, and each transaction is adopted by its own order alone.
    const early = await act('chain', 'release')
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringContaining(`may have paid ${waiting.orderId}`),
    ])
    const wrong = await act('chain', 'adopt', waiting.orderId, ofUnknown?.txid ?? '')
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('does not pay what order')])
    await done('chain', 'adopt', waiting.orderId, ofWaiting?.txid ?? '')
    const twice = await act('chain', 'adopt', waiting.orderId, ofWaiting?.txid ?? '')
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringMatching(/known here|no coins/)])
    expect(await done('adopt', paymentOf(unpaid.orderId))).toContain(`Order ${unpaid.orderId} takes it`)
    expect(await done('adopt', paymentOf(unknown.orderId))).toContain('120.00 EUR are booked as yours')

    // The exchange asks about what it took, and its coins wait, since they have left already.
    other = await product.anotherExchange(undefined, { DATABASE_URL: exchange })
    const waits = statement('select from departure_waiting where order_id = $1', unpaid.orderId)
    await expect.poll(() => database.query(waits)).toHaveLength(1)
    expect(await act('chain', 'adopt', unpaid.orderId, ofUnpaid?.txid ?? '', '--any-amount')).toMatchObject({
      code: 0,
    })
    await expect
      .poll(async () =>
        (await statuses()).filter((order) => !('status' in order) || order.status !== 'finished'),
      )
      .toEqual([])
    await expect.poll(statusesOfWallet).toEqual([{ stopped: true }])
    // A block may come while the node is asked: then it says so, releases nothing, and is called again.
    const releases: string[] = []
    await expect
      .poll(async () => {
        const { code, stdout, stderr } = await act('chain', 'release')
        if (code !== 0) expect(stderr).toContain('The chain advanced meanwhile; nothing was released')
        releases.push(stdout)
        return code
      })
      .toBe(0)
    expect(releases.at(-1)).toContain('Pay-outs go on from nonce')
    await done('payout', 'continue', 'all')

    expect(await reconcile(call)).toMatchObject({ code: 0, agrees: true })
    expect(await transactionsSent()).toBe(sent)
    expect((await call('chain', 'reconcile')).stdout).toContain('The books agree with the chain')
    const { query } = database
    expect(await verifyLedger({ query, now: () => new Date() })).toMatchObject({ firstAltered: null })
    expect([await imbalances(database.query), await orderLeftovers(database.query)]).toEqual([[], []])
    const acts = await database.query(
      statement(
        `select act, order_id from order_act where reason = 'restored'
          union all select act, null from operator_act where act = 'adopt' and reason = 'restored' order by act, order_id`,
      ),
    )
    expect(acts).toEqual([
      { act: 'adopt', order_id: unpaid.orderId },
      { act: 'adopt', order_id: null },
      ...[waiting.orderId, unpaid.orderId].toSorted().map((id) => ({ act: 'chain adopt', order_id: id })),
    ])

    // It sells on, from the nonce that the chain is at.
    const next = await product.buyer({ baseUrl: `http://localhost:${other.port}` })
    await next.place('100')
    await pay(next)
    await next.until(({ status }) => status === 'finished')
    expect(await transactionsSent()).toBe(sent + 1)
  } finally {
    await other?.end()
    await database.close()
    for (const name of names) await product.query(statement(`drop database if exists ${name} with (force)`))
  }
})

async function placed(eur: string, address: string): Promise<Buyer & { orderId: string }> {
  const buyer = await product.buyer()
  const { client_order_id: orderId } = await buyer.place(eur, { address })
  return Object.assign(buyer, { orderId })
}

/** Pays by card, at a new price where the first one has expired meanwhile. */
async function pay(buyer: Buyer): Promise<void> {
  const form = await buyer.submitCard('success')
  await buyer.charge(form).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.code !== 'quote_expired') throw error
    return buyer.charge(form)
  })
}

const Found = z.object({
  agrees: z.boolean(),
  transactions: z.array(
    z.object({ txid: z.string(), waiting_orders: z.array(z.string()), other_orders: z.array(z.string()) }),
  ),
  payments: z.array(z.object({ payment_id: z.string(), known: z.boolean(), difference: z.string() })),
})

async function reconcile(call: typeof callProduct) {
  const { code, stdout } = await call('reconcile', '--json')
  return { code, ...Found.parse(JSON.parse(stdout)) }
}

/** How many transactions the wallet that pays out has sent, as the chain says. */
async function transactionsSent(): Promise<number> {
  const [wallet] = await listWallets(product.query)
  if (!wallet) throw new Error('The exchange has met no chain.')
  return chainClient(product.chainUrl).getTransactionCount({ address: wallet.address })
}

function at(database: string): string {
  const url = new URL(product.settings['DATABASE_URL'] ?? '')
  url.pathname = `/${database}`
  return url.href
}
