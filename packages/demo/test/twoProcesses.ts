import { randomBytes } from 'node:crypto'
import { createPartner, type Partner } from '@cambio/partner/client.ts'
import { openChainLine, type ChainLine } from '@cambio/rails/testing/chain/chainLine.ts'
import { trialBalance } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { CreatedOrder, CreatedWithdrawal } from '@cambio/wire/order/Order.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxPartner } from '../src/sandbox.ts'
import { Buyer } from './Buyer.ts'
import { openFaultyProxy, type FaultyProxy } from './FaultyProxy.ts'
import type { Product } from './openProduct.ts'
import { untilAnswered } from './untilAnswered.ts'

const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
const password = 'correct horse battery'

let product: Product
let front: FaultyProxy
let partner: Partner
/** The other process's line to the chain's node. */
let line: ChainLine
let other: Awaited<ReturnType<Product['anotherExchange']>>
let ports: readonly number[]

/**
 * Registers what two exchanges as processes of their own do on one database and one chain. Every call goes to the other one
 * than the call before, and both do what is due. The last test kills the one that is started here.
 */
export function twoProcesses(opened: () => Product): void {
  describe('two processes', () => {
    beforeAll(async () => {
      product = opened()
      line = await openChainLine(product.chainUrl)
      other = await product.anotherExchange(line.url)
      ports = [Number(new URL(product.baseUrl).port), other.port]
      let turn = 0
      front = await openFaultyProxy(() => {
        front.target = ports[(turn += 1) % ports.length] ?? 0
        return undefined
      })
      const { apiKey, secret } = sandboxPartner
      partner = createPartner({ baseUrl: front.url, apiKey, secret })
    })
    afterAll(async () => {
      await front.close()
      await line.close()
    })

    test('two processes sell and pay out as one', async () => {
      await expectPaidOnce(await Promise.all([bought(), bought(), bought()]))
    })

    test('two processes share a client’s limit', async () => {
      const buyers = await Promise.all([1, 2, 3].map(() => buyerCalled('spread@example.com')))
      for (const buyer of buyers) await buyer.place('75.01')
      const forms = await Promise.all(buyers.map((buyer) => buyer.submitCard('success')))
      const charged = await Promise.all(buyers.map((buyer, index) => buyer.charge(forms[index] ?? '')))
      expect(charged.filter(({ status }) => status === 'pending')).toHaveLength(2)
    })

    test('two processes answer a key alike, and do its work once', async () => {
      const body = {
        partner_order_id: 'same',
        payin_currency: 'EUR',
        payin_amount: '100',
        payout_currency: 'ETH',
        dst_address: wallet(),
        ...origin,
      }
      const create = (idempotencyKey: string) =>
        partner.call(contract.partner.createOrder, { body }, { idempotencyKey })
      const answers = await Promise.all(Array.from({ length: 8 }, () => create('same')))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      await expect(create('another')).rejects.toMatchObject({ code: 'partner_order_id_taken' })
    })

    test('two processes let a login’s token open one session', async () => {
      const { email } = await registered('logs-in')
      const { ts } = await partner.call(contract.partnerClient.login, {
        body: { email, password, ...origin },
      })
      const headers = { 'Content-Type': 'application/json' }
      const open = () =>
        fetch(`${front.url}/api/v2/client/session`, { method: 'POST', headers, body: JSON.stringify({ ts }) })
      const answers = await Promise.all(Array.from({ length: 6 }, open))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    test('two processes spend a balance once, by each code once', async () => {
      const { email, id } = await registered('withdraws')
      await credit(id, 3n * 10n ** 17n)
      const withdraw = (number: number) =>
        partner
          .call(contract.partner.createOrder, {
            body: {
              partner_order_id: `withdrawal-${number}`,
              payin_currency: 'ETH',
              payin_amount: '0.1',
              payin_group: 'balance',
              payout_currency: 'ETH',
              dst_address: wallet(),
              client_email: email,
              ...origin,
            },
          })
          .then((answer) => [CreatedWithdrawal.parse(answer)])
          .catch(() => [])
      const placed = (await Promise.all([1, 2, 3, 4, 5, 6].map(withdraw))).flat()
      expect(placed).toHaveLength(3)
      for (const { uuid } of placed) await confirmOften(uuid)
      const ids = placed.map(({ client_order_id: orderId }) => orderId)
      await expect.poll(() => statusesOf(ids)).toEqual(ids.map(() => 'finished'))
      await expectPaidOnce(ids)
    })

    test('two processes that both look at the chain count a deposit once', async () => {
      const ids = [await deposited('deposit-1'), await deposited('deposit-2')]
      await expect.poll(() => statusesOf(ids)).toEqual(['finished', 'finished'])
      await expectPaidOnce(ids)
      const deposits = (await trialBalance(product.query)).find(
        ({ account, asset }) => account === 'deposits' && asset === 'ETH',
      )
      expect(deposits?.units).toBe(10n ** 17n)
    })

    test('two processes know one person’s allowance and free first order', async () => {
      await product.query(statement('update partner set first_order_free = true'))
      const first = await buyerCalled('jo.smith@gmail.com')
      await expect.poll(async () => (await first.place('100')).margin_fee).toBe('0.00')
      expect((await first.charge(await first.submitCard('success'))).status).toBe('auth_success')
      const alias = await buyerCalled('josmith+2@gmail.com')
      expect((await alias.place('100')).margin_fee).not.toBe('0.00')
      expect((await alias.charge(await alias.submitCard('success'))).status).toBe('pending')
    })

    test('one process ends the work of another that was killed', async () => {
      const before = (await product.payments()).length
      const buying = Promise.all([bought(), bought(), bought(), bought()])
      const id = await deposited('deposit-killed')
      await expect.poll(async () => (await product.payments()).length).toBeGreaterThan(before)
      ports = ports.slice(0, 1)
      // It is killed in the middle of a look, which the other then takes up.
      line.meets(() => 'hangs')
      // It looks only while the first does not, which stands still until then: whoever has the chain anew is not the first.
      const { exchange } = product.pids
      process.kill(exchange, 'SIGSTOP')
      const ofFirst = await leasedUntilMs()
      await expect
        .poll(async () => ![undefined, ofFirst].includes(await leasedUntilMs()), { interval: 20 })
        .toBe(true)
        .finally(() => process.kill(exchange, 'SIGCONT'))
      other.kill()
      const killedMs = Date.now()
      await expect.poll(lookedAtMs).toBeGreaterThan(killedMs)
      const ids = [...(await buying), id]
      await expect.poll(() => statusesOf(ids)).toEqual(ids.map(() => 'finished'))
      await expectPaidOnce(ids)
    })
  })
}

let made = 0

async function buyerCalled(email: string): Promise<Buyer> {
  const idempotencyKey = `entry-${(made += 1)}`
  const { request_id: entry } = await untilAnswered(() =>
    partner.call(contract.partner.createRequest, { body: {} }, { idempotencyKey }),
  )
  return new Buyer({ baseUrl: front.url, entry, email, again: untilAnswered })
}

/** Buys coins with a card, whatever dies meanwhile. */
async function bought(): Promise<string> {
  const buyer = await buyerCalled(`buyer-${(made += 1)}@example.com`)
  const { client_order_id: id } = await buyer.place('50')
  await untilAnswered(async () => {
    if ((await buyer.order()).attempt === null) await buyer.charge(await buyer.submitCard('success'))
  })
  await buyer.until(({ status }) => status === 'finished')
  return id
}

async function registered(name: string): Promise<{ email: string; id: string }> {
  const client = {
    client_external_id: name,
    email: `${name}@example.com`,
    password,
    email_verified: 1 as const,
    ...origin,
  }
  await partner.call(contract.partnerClient.register, { body: client })
  const [row] = await product.query<{ id: string }>(
    statement('select id from client where email = $1', client.email),
  )
  return { email: client.email, id: row?.id ?? '' }
}

const wallet = () => `0x${randomBytes(20).toString('hex')}`

/** Each pay-out is one nonce of the wallet's, and none is left out. */
async function expectNoncesInRow(): Promise<void> {
  const rows = await product.query<{ nonce: bigint }>(
    statement('select nonce from chain_payout order by nonce'),
  )
  const first = rows[0]?.nonce ?? 0n
  expect(rows.map(({ nonce }) => nonce)).toEqual(rows.map((_, index) => first + BigInt(index)))
}

/** What left for some orders, once each. */
async function expectPaidOnce(ids: readonly string[]): Promise<void> {
  const paid = (await product.payouts()).map(({ order_id: id }) => String(id))
  expect(paid.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted())
  await expectNoncesInRow()
  await product.expectBalancedBooks()
}

async function confirmOften(uuid: string): Promise<void> {
  await expect.poll(() => product.callbacks.code(uuid)).toBeDefined()
  const body = { uuid, code: product.callbacks.code(uuid) ?? '' }
  const confirm = () =>
    partner.call(contract.partner.confirmOrder, { body }).then(
      () => 'confirmed',
      () => 'refused',
    )
  const answers = await Promise.all([confirm(), confirm(), confirm(), confirm()])
  expect(answers.filter((answer) => answer === 'confirmed')).toHaveLength(1)
}

async function statusesOf(ids: readonly string[]): Promise<readonly string[]> {
  return (await product.orders()).filter(({ id }) => ids.includes(id)).map(({ status }) => status)
}

/** Puts ETH on a client's balance, as an order that was paid would. */
async function credit(clientId: string, units: bigint): Promise<void> {
  const line = { asset: 'ETH', layer: 'posted' }
  const postings = [
    { ...line, account: 'liquidity', units: String(units) },
    { ...line, account: `balance:client:${clientId}`, units: String(-units) },
  ]
  const journal = { id: `given:${clientId}`, kind: 'given', reference: clientId, postings }
  await product.query(statement('select post_journals($1::jsonb, now())', JSON.stringify([journal])))
}

/** Sends ETH to an order by deposit that is made for it. */
async function deposited(name: string): Promise<string> {
  const body = {
    partner_order_id: name,
    payin_currency: 'ETH',
    payin_group: 'crypto' as const,
    payin_amount: '0.05',
    payout_currency: 'USDC',
    dst_address: wallet(),
    ...origin,
  }
  const answer = await untilAnswered(() =>
    partner.call(contract.partner.createOrder, { body }, { idempotencyKey: name }),
  )
  const { client_order_id: id, crypto_address: to } = CreatedOrder.parse(answer)
  const sent = await fetch(`${product.baseUrl}/sandbox/wallet?to=${to}&amount=0.05&currency=ETH`, {
    method: 'POST',
  })
  expect(sent.status).toBe(200)
  return id
}

/** Until when a process has the chain to look at, epoch milliseconds; undefined between two looks. */
async function leasedUntilMs(): Promise<number | undefined> {
  const [row] = await product.query<{ until: Date }>(
    statement('select lease_until as until from chain_watch where lease_until is not null'),
  )
  return row?.until.getTime()
}

async function lookedAtMs(): Promise<number> {
  const [row] = await product.query<{ at: Date }>(
    statement('select max(looked_at) as at from chain_deposit_watch'),
  )
  return row?.at.getTime() ?? 0
}
