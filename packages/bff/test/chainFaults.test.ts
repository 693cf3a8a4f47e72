import { openTestChain } from '@cambio/rails/chain/chainRig.ts'
import { balanceAt } from '@cambio/rails/chain/payout/balanceAt.ts'
import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/postgres/testing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { freshWallet } from './depositRig.ts'
import { openPayoutRig, type PayoutRig } from './payoutRig.ts'

/*
 * What may go wrong between the exchange and its node while coins are paid out. After each they were paid once, the books
 * sum to zero and are what the chain says, and no nonce is left out.
 */

let stand: PayoutRig
let wallet: ReturnType<typeof freshWallet>
beforeAll(async () => {
  stand = await openPayoutRig()
})
beforeEach(() => {
  wallet = freshWallet()
})
afterEach(async () => {
  const { rig, chain } = stand
  stand.line.meets()
  stand.line.onCall()
  stand.line.leadsTo(chain.settings.url)
  expect(await imbalances(rig.query)).toEqual([])
  expect(await stand.call('chain', 'reconcile')).toMatchObject({ ok: true, result: { agrees: true } })
})
afterAll(() => stand.close())

const isSending = (method: string) => method === 'eth_sendRawTransaction'

async function orderOf(orderId: string) {
  const order = await stand.rig.stores.orders.find(orderId)
  if (!order) throw new Error(`There is no order ${orderId}`)
  return order
}

/** The order comes to its end, and its coins have come once. */
async function expectPaidOnce(orderId: string): Promise<void> {
  for (let round = 0; round < 14 && (await orderOf(orderId)).status !== 'finished'; round++)
    await stand.live(1)
  await stand.live(2)
  const order = await orderOf(orderId)
  expect(order).toMatchObject({ status: 'finished', payout: { state: 'done' }, holdReason: null })
  const data = await stand.rig.partner('GET', `/api/v2/partner/order/${order.partnerOrderId}`)
  expect(data.at('money')).toMatchObject({ state: 'taken' })
  const { currency, units } = order.quote.payout
  const { client, settings } = stand.chain
  expect(await balanceAt(client, { address: wallet, tokens: settings.tokens }, currency)).toBe(units)
}

/** Does everything about an order but make blocks, until its coins are with the node. */
async function untilSending(orderId: string) {
  for (let round = 0; round < 10; round++) {
    stand.rig.pass(5_000)
    await stand.rig.work.tick()
    const { payout } = await orderOf(orderId)
    if (payout?.state === 'sent') return payout
  }
  throw new Error('The coins were not sent')
}

/** Nothing of an order has left. */
async function expectUnpaid(orderId: string): Promise<void> {
  const order = await orderOf(orderId)
  expect(order.status).toBe('processing_payout')
  const { client, settings } = stand.chain
  const { currency } = order.quote.payout
  expect(await balanceAt(client, { address: wallet, tokens: settings.tokens }, currency)).toBe(0n)
}

const stoppedBecause = async () => (await stand.rig.runCommand('chain', 'show')).output

describe.for(['ETH', 'USDC'])('a pay-out of %s', (currency) => {
  test.for([
    ['never reaches the node', 'cut_before'],
    ['reaches it, and whose answer is lost', 'cut_after'],
  ] as const)('whose sending %s is made once', async ([, fault]) => {
    let faults = 0
    stand.line.meets((method) => (isSending(method) && (faults += 1) <= 2 ? fault : undefined))
    const orderId = await stand.buy(currency, wallet)
    await expectPaidOnce(orderId)
    expect(faults).toBeGreaterThan(0)
  })
})

test.for([
  ['signed and not stored', 'before insert on chain_payout'],
  ['sent and not recorded', 'before update of accepted_at on chain_transaction'],
  ['final and not recorded', 'before update of state on chain_payout'],
] as const)('a pay-out that is %s when its process dies is made once', async ([, moment]) => {
  const { owner } = stand.rig
  await owner.query(statement('create sequence exchange.deaths'))
  await owner.query(
    statement(`
      create function exchange.die() returns trigger language plpgsql as $$
      begin
        if nextval('exchange.deaths') <= 2 then raise exception 'killed'; end if;
        return new;
      end $$`),
  )
  await owner.query(statement('grant usage on sequence exchange.deaths to public'))
  await owner.query(
    statement(
      `create trigger die ${moment.replace(' on ', ' on exchange.')} for each row execute function exchange.die()`,
    ),
  )
  const orderId = await stand.buy('ETH', wallet)
  await stand.live(8)
  const [row] = await owner.query<{ last: bigint }>(
    statement('select last_value as last from exchange.deaths'),
  )
  expect(row?.last).toBeGreaterThanOrEqual(2n)
  await owner.query(statement('drop function exchange.die cascade'))
  await owner.query(statement('drop sequence exchange.deaths'))
  await expectPaidOnce(orderId)
})

test('a pay-out whose sending is not answered in time is made once', async () => {
  let calls = 0
  stand.line.meets((method) => (isSending(method) && (calls += 1) === 1 ? 'hangs' : undefined))
  const orderId = await stand.buy('ETH', wallet)
  await expectPaidOnce(orderId)
})

test('a pay-out is offered for more while its first offer comes into a block, and is made once', async () => {
  const orderId = await stand.buy('ETH', wallet)
  const sent = await untilSending(orderId)
  let offers = 0
  stand.line.onCall(async (method) => {
    if (isSending(method) && (offers += 1) === 1) await stand.chain.mine()
  })
  stand.rig.pass(60_000)
  await stand.rig.work.tick()
  expect(offers).toBe(1)
  await expectPaidOnce(orderId)
  expect((await orderOf(orderId)).payout).toMatchObject({ txid: sent.txid })
})

describe('a node', () => {
  test('that is away for a minute pays nothing meanwhile, which the operator reads, and everything once after', async () => {
    stand.line.meets(() => 'cut_before')
    const orderId = await stand.buy('ETH', wallet)
    await stand.live(6)
    await expectUnpaid(orderId)
    expect(await stoppedBecause()).toContain('Stopped      The node does not answer.')
    stand.line.meets()
    await expectPaidOnce(orderId)
    expect(await stoppedBecause()).not.toContain('Stopped')
  })

  test('that says it is on another chain moves nothing until it is the right one', async () => {
    stand.line.meets((method) => (method === 'eth_chainId' ? { answers: '0x1' } : undefined))
    const orderId = await stand.buy('ETH', wallet)
    await stand.live(3)
    await expectUnpaid(orderId)
    expect(await stoppedBecause()).toContain('The node is on chain 1 and not on 31337')
    stand.line.meets()
    await expectPaidOnce(orderId)
  })

  test('that is exchanged for one with another chain of the same number moves nothing on that', async () => {
    const other = await openTestChain()
    const height = Number(await stand.chain.node('eth_blockNumber'))
    await other.mine(height + 50)
    stand.line.leadsTo(other.settings.url)
    const orderId = await stand.buy('ETH', wallet)
    await stand.live(3)
    await expectUnpaid(orderId)
    expect(await stoppedBecause()).toContain('another chain under the same number')
    // The same, where somebody has put contracts at the same places.
    for (const token of Object.values(stand.chain.settings.tokens))
      await other.node('anvil_setCode', token, await stand.chain.node('eth_getCode', token, 'latest'))
    await stand.live(3)
    await expectUnpaid(orderId)
    expect(await stoppedBecause()).toContain('none of the last blocks that are in the books')
    stand.line.leadsTo(stand.chain.settings.url)
    await expectPaidOnce(orderId)
    await other.close()
  })

  test('whose last hundreds of blocks nobody has seen has what is in them booked', async () => {
    const { keys } = stand.chain.settings
    const [from] = z.array(z.string()).parse(await stand.chain.node('eth_accounts'))
    const orderId = await stand.buy('USDC', wallet)
    await untilSending(orderId)
    await stand.chain.mine(110)
    await stand.chain.node('eth_sendTransaction', { from, to: keys.hotWallet.address, value: '0x7' })
    await stand.chain.mine(110)
    await expectPaidOnce(orderId)
  })
})
