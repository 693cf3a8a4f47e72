import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { runCommandLine } from '@cambio/server/testing/testingCommandLine.ts'
import { ended as ends } from '@cambio/wire/order/Order.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { openProduct, type Product } from './openProduct.ts'

/* Both programs run and sell while they are backed up. What comes back is proved by the command, and by selling on. */

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

const run = (...words: string[]) => runCommandLine(cli, product.settings, words)

async function buy(eur = '100'): Promise<void> {
  const buyer = await product.buyer()
  await buyer.place(eur)
  await buyer.charge(await buyer.handIn('success'))
  await buyer.until(({ status }) => ends.has(status))
}

const Verified = z.object({
  verified: z.boolean(),
  proofs: z.array(z.object({ proof: z.string(), holds: z.nullable(z.boolean()), finding: z.string() })),
})
async function verify(from: string, ...more: string[]) {
  const words = ['verify-backup', '--from', from, '--scratch', inject('postgresUrl'), ...more]
  const { code, stdout } = await run(...words, '--json')
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

test('a restore fills empty databases alone, and lets nothing leave until the operator says so', async () => {
  await run('payout', 'pause', 'all', '--reason', 'to have one wait')
  const waiting = await product.buyer()
  await waiting.place('100')
  await waiting.charge(await waiting.handIn('success'))
  await expect.poll(async () => (await run('payout', 'show')).stdout).toContain('waits since it is paused')
  const encrypted = await run('backup', '--to', folder, '--through', through.to, '--json')
  const from = z.object({ folder: z.string() }).parse(JSON.parse(encrypted.stdout)).folder
  const names = ['exchange', 'cards'].map((name) => `restored_${name}_${process.pid}`)
  const [exchange = '', cards = ''] = names.map((name) => at(name))
  for (const name of names) await product.query(statement(`create database ${name}`))
  try {
    const into = { ...product.settings, DATABASE_URL: exchange, CARDS_DATABASE_URL: cards }
    const restore = (...more: string[]) =>
      runCommandLine(cli, into, ['restore', '--from', from, '--json', ...more])
    expect((await restore()).stdout).toContain('give its opposite in --through')
    const restored = await restore('--through', through.from)
    expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining('"payouts": "paused"')])
    const again = await restore('--through', through.from)
    expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('is not empty')])

    const database = openDatabase({ url: exchange, schema: 'exchange', max: 1 })
    const orders = await database.query(statement('select id, status from orders order by id'))
    expect(orders).toEqual(await product.query(statement('select id, status from orders order by id')))
    await database.close()
    const shown = await runCommandLine(cli, into, ['payout', 'show'])
    expect(shown.stdout).toContain('Pay-outs are paused.')
    const trial = await runCommandLine(cli, into, ['ledger', 'verify'])
    expect(trial.stdout).toContain('The books are intact')

    // What happens outside after the back-up is not in its books, and is named.
    const outside = () =>
      runCommandLine(cli, { ...into, CARDS_DATABASE_URL: product.settings['CARDS_DATABASE_URL'] ?? '' }, [
        'reconcile',
        '--json',
      ])
    expect(await outside()).toMatchObject({ code: 0, stdout: expect.stringContaining('"agrees": true') })
    // One order waited for its coins when the back-up was taken; one more buyer comes later.
    await run('payout', 'continue', 'all', '--reason', 'backed up')
    const { client_order_id: waited } = await waiting.until(({ status }) => ends.has(status))
    // Of another amount: what goes to one wallet and is of one amount could be either's.
    await buy('120')
    const { code, stdout } = await outside()
    const found = z
      .object({
        transactions: z.array(z.object({ currency: z.string(), waiting_orders: z.array(z.string()) })),
        payments: z.array(z.object({ known: z.boolean() })),
      })
      .parse(JSON.parse(stdout))
    expect([code, found.payments]).toEqual([1, [{ known: false }]])
    expect(found.transactions).toEqual([
      { currency: 'ETH', waiting_orders: [waited] },
      { currency: 'ETH', waiting_orders: [] },
    ])
  } finally {
    for (const name of names) await product.query(statement(`drop database if exists ${name} with (force)`))
  }
})

function at(database: string): string {
  const url = new URL(product.settings['DATABASE_URL'] ?? '')
  url.pathname = `/${database}`
  return url.href
}
