import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { DatabaseUnavailable } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import { balanceOf, imbalances } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { chainReconcile } from '../../src/cli/chain/chainReconcile.ts'
import { openPayoutRig, type PayoutRig } from '../payout/payoutRig.ts'
import { ethAddress } from '../rig.ts'

let stand: PayoutRig
let rig: PayoutRig['rig']
let chain: PayoutRig['chain']
let buy: PayoutRig['buy']
let live: PayoutRig['live']
let finish: PayoutRig['finish']
let call: PayoutRig['call']
beforeEach(async () => {
  stand = await openPayoutRig()
  ;({ rig, chain, buy, live, finish, call } = stand)
})
afterEach(async () => {
  expect(await imbalances(stand.rig.query)).toEqual([])
  await stand.close()
})

/** Expects the coins of an order to be on the chain, with a page of the sandbox that says so. */
async function expectPaidOut(orderId: string, currency: string): Promise<void> {
  const order = await rig.stores.orders.find(orderId)
  expect(order).toMatchObject({ status: 'finished', payout: { state: 'done' } })
  const payout = order?.payout
  const txid = payout && 'txid' in payout ? payout.txid : ''
  expect(await chain.node('eth_getTransactionReceipt', txid)).toMatchObject({ status: '0x1' })
  const { status, text } = await rig.send('GET', `/sandbox/tx/${txid}`)
  expect(status).toBe(200)
  for (const part of [txid, 'Done, in block', ethAddress, ` ${currency}`]) expect(text).toContain(part)
}

test('a comparison with the chain that fails at the database says so, and does not blame the node', async () => {
  await buy('ETH')
  await live(1)
  const away = new DatabaseUnavailable({ failure: 'gone', code: '08006', isUnknown: false, cause: undefined })
  let asked = 0
  const query: Query = (each) => ((asked += 1) === 1 ? rig.query(each) : Promise.reject(away))
  const { url: chainUrl } = chain.settings
  const compare = chainReconcile.read([])({ query, chainUrl, now: () => rig.exchange.clock.now() })
  await expect(compare).rejects.toBe(away)
  expect(asked).toBeGreaterThan(1)
})

test('what was bought is paid out on the chain; the books agree with it at every moment, and a difference is named to the last unit', async () => {
  const bought = [
    { currency: 'ETH', orderId: await buy('ETH') },
    { currency: 'USDC', orderId: await buy('USDC') },
    { currency: 'USDT20', orderId: await buy('USDT20') },
  ]
  for (let round = 0; round < 10; round++) {
    await live(1)
    expect(await call('chain', 'reconcile')).toMatchObject({ ok: true, result: { agrees: true } })
  }
  for (const { orderId, currency } of bought) await expectPaidOut(orderId, currency)
  expect(await balanceOf(rig.query, 'network', 'ETH', 'posted')).toBeGreaterThan(0n)
  const { address } = chain.settings.keys.hotWallet
  const balance = await chain.client.getBalance({ address })
  await chain.node('anvil_setBalance', address, `0x${(balance - 1n).toString(16)}`)
  await live(4)
  const { ok, result } = await call('chain', 'reconcile')
  expect(ok).toBe(false)
  expect(result).toMatchObject({
    agrees: false,
    accounts: [
      { asset: 'ETH', difference: '-0.000000000000000001' },
      { asset: 'USDC', difference: '0.000000' },
      { asset: 'USDT20', difference: '0.000000' },
    ],
  })
})

test('an unknown transaction has no link, and a simulated one says that it is simulated', async () => {
  expect((await rig.send('GET', `/sandbox/tx/0x${'0'.repeat(64)}`)).status).toBe(404)
  expect((await rig.send('GET', '/sandbox/tx/nonsense')).status).toBe(404)
  expect((await rig.send('GET', `/sandbox/tx/${'0'.repeat(64)}`)).text).toContain('no coins moved')
})

test('coins of other networks are still paid out as before', async () => {
  const dst_address = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'
  const order = await rig.placeOrder({ fixed: { payout_currency: 'BTC', dst_address } })
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
  await finish(order.orderId)
  expect(await rig.stores.orders.find(order.orderId)).toMatchObject({ status: 'finished' })
})

test('coins that were sent and did not move stop the order, and its money goes back at the operator’s word', async () => {
  const orderId = await buy('USDC')
  rig.pass(60_000)
  await rig.work.tick()
  const { USDC } = chain.settings.tokens
  const code = await chain.node('eth_getCode', USDC, 'latest')
  await chain.node('anvil_setCode', USDC, '0x60006000fd')
  await chain.mine()
  await chain.node('anvil_setCode', USDC, code)
  await live()
  expect(withAttentionReason(await rig.stores.orders.find(orderId))).toMatchObject({
    status: 'processing_payout',
    attentionReason: 'payout_failed',
  })
  expect((await call('owed', 'list')).result).toMatchObject({ orders: [{ hold_reason: 'payout_failed' }] })
  expect(await call('order', 'resolve', orderId, 'refund', '--reason', 'its token reverts')).toMatchObject({
    ok: true,
  })
  await live()
  expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'refunded' })
  expect(await call('chain', 'reconcile')).toMatchObject({ ok: true })
})

test('an order waits while the hot wallet holds too little, and is paid when it is refilled', async () => {
  const { address } = chain.settings.keys.hotWallet
  const balance = await chain.client.getBalance({ address })
  await chain.node('anvil_setBalance', address, '0x0')
  const orderId = await buy('ETH')
  await live()
  expect(withAttentionReason(await rig.stores.orders.find(orderId))).toMatchObject({
    payout: { state: 'sending' },
    attentionReason: null,
  })
  await chain.node('anvil_setBalance', address, `0x${balance.toString(16)}`)
  await finish(orderId)
  expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'finished' })
  expect(await call('chain', 'reconcile')).toMatchObject({ ok: true })
})

describe('an order whose coins wait because the hot wallet holds too little', () => {
  const { units: taken } = { units: 10_000n }
  let orderId: string
  let balance: bigint
  const hotWallet = () => chain.settings.keys.hotWallet.address
  const found = () => rig.stores.orders.find(orderId)
  beforeEach(async () => {
    balance = await chain.client.getBalance({ address: hotWallet() })
    await chain.node('anvil_setBalance', hotWallet(), '0x0')
    orderId = await buy('ETH')
    await live()
    expect(withAttentionReason(await found())).toMatchObject({
      payout: { state: 'sending' },
      attentionReason: null,
    })
  })

  /** The wallet is filled again; no coins leave it for the order, and the books agree with the chain. */
  async function sendsNothing(): Promise<void> {
    await chain.node('anvil_setBalance', hotWallet(), `0x${balance.toString(16)}`)
    await live(12)
    expect(await chain.client.getBalance({ address: hotWallet() })).toBe(balance)
    expect(await call('chain', 'reconcile')).toMatchObject({ ok: true })
    expect(await call('ledger', 'trial-balance')).toMatchObject({ ok: true })
  }

  /** A bank takes the whole charge back. */
  async function chargeBack(): Promise<void> {
    const [attempt] = await rig.attempts(orderId)
    const reference = attempt?.platformOrderId ?? ''
    const amount = { units: taken, currency: 'EUR' }
    rig.card.reports(reference, { is: 'charged_back', transId: `trans-${reference}`, amount })
    await rig.stores.inbox.file({ source: 'card', reference })
    await live()
    expect(withAttentionReason(await found())).toMatchObject({ attentionReason: 'charged_back' })
  }

  test('an order that waits for the hot wallet is refunded at the operator’s word, and sends no coins then', async () => {
    expect(await call('order', 'refund', orderId, '--reason', 'tired of waiting')).toMatchObject({ ok: true })
    expect(await found()).toMatchObject({ payout: { state: 'refused' } })
    await sendsNothing()
    expect(withAttentionReason(await found())).toMatchObject({ status: 'refunded', attentionReason: null })
  })

  test('an order that waits for the hot wallet cannot go on after a charge-back, and ends when settled by hand', async () => {
    await chargeBack()
    expect(await call('order', 'resolve', orderId, 'continue', '--reason', 'x')).toMatchObject({ ok: false })
    expect(await call('order', 'resolve', orderId, 'settle', '--reason', 'lost')).toMatchObject({ ok: true })
    expect(withAttentionReason(await found())).toMatchObject({ status: 'refunded', attentionReason: null })
    await sendsNothing()
  })
})

describe('a transaction of the wallet that was signed elsewhere', () => {
  const hotWallet = () => chain.settings.keys.hotWallet.address
  const release = ['chain', 'release', '--reason', 'test payment by hand', '--actor', 'ada']

  /** Somebody who has the key sends a coin away. */
  async function steal(): Promise<void> {
    await chain.node('anvil_impersonateAccount', hotWallet())
    await chain.node('eth_sendTransaction', { from: hotWallet(), to: ethAddress, value: '0x5' })
    await chain.node('anvil_stopImpersonatingAccount', hotWallet())
  }

  test('a wallet transaction signed elsewhere stops all pay-outs, is named, and they go on at the operator’s word', async () => {
    expect(await call(...release)).toMatchObject({ ok: false })
    await steal()
    await chain.mine()
    const orderId = await buy('ETH')
    await live()
    expect(await rig.stores.orders.find(orderId)).toMatchObject({ payout: { state: 'sending' } })
    expect((await stand.rig.runCommand('chain', 'show')).output).toContain(
      'has sent 1 transaction, and 0 are known here',
    )
    const { result } = await call('chain', 'reconcile')
    const { accounts } = z.object({ accounts: z.array(z.object({ difference: z.string() })) }).parse(result)
    const difference = accounts[0]?.difference ?? ''
    expect(difference).toMatch(/^-0\.0000\d+5$/)
    // The order is still to pay the address that was paid, and nobody but the operator knows that it was not for it.
    expect((await stand.rig.runCommand(...release)).output).toContain(`may have paid ${orderId}`)
    expect(await call(...release, '--unpaid', orderId)).toMatchObject({
      ok: true,
      result: { next_nonce: 1, booked: [{ asset: 'ETH', difference }] },
    })
    expect(await call('chain', 'reconcile')).toMatchObject({ ok: true })
    await finish(orderId)
    expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'finished' })
    expect(await call('chain', 'reconcile')).toMatchObject({ ok: true })
    const acts = await rig.query(statement('select number, next_nonce, reason, actor from chain_release'))
    expect(acts).toEqual([{ number: 1, next_nonce: 1n, reason: 'test payment by hand', actor: 'ada' }])
  })

  test('a foreign transaction with a pay-out’s nonce stops its order, and all pay-outs until the operator looks', async () => {
    const orderId = await buy('ETH')
    rig.pass(60_000)
    await rig.work.tick()
    await chain.node('anvil_dropAllTransactions')
    await steal()
    await chain.mine(3)
    await live()
    expect(withAttentionReason(await rig.stores.orders.find(orderId))).toMatchObject({
      attentionReason: 'payout_failed',
    })
    const next = await buy('USDC')
    await live(6)
    expect(await rig.stores.orders.find(next)).toMatchObject({ payout: { state: 'sending' } })
    expect(await call(...release)).toMatchObject({ ok: true, result: { next_nonce: 1 } })
    await finish(next)
    expect(await rig.stores.orders.find(next)).toMatchObject({ status: 'finished' })
    expect(
      await call('order', 'resolve', orderId, 'refund', '--reason', 'its nonce was taken'),
    ).toMatchObject({
      ok: true,
    })
    await live()
    expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'refunded' })
    expect(await call('chain', 'reconcile')).toMatchObject({ ok: true })
  })
})

test('coins that a contract sent to the wallet are booked at the operator’s word, while it pays out', async () => {
  const { address } = chain.settings.keys.hotWallet
  await buy('USDC')
  await live(4)
  const balance = await chain.client.getBalance({ address })
  // No block tells of it, as of what a smart wallet sends.
  await chain.node('anvil_setBalance', address, `0x${(balance + 7n).toString(16)}`)
  await live(4)
  expect(await call('chain', 'reconcile')).toMatchObject({ ok: false })
  const difference = '0.000000000000000007'
  const release = await call('chain', 'release', '--reason', 'sent from our Safe', '--actor', 'ada')
  expect(release).toMatchObject({ ok: true, result: { booked: [{ asset: 'ETH', difference }] } })
  expect(await call('chain', 'reconcile')).toMatchObject({ ok: true })
  const orderId = await buy('ETH')
  await finish(orderId)
  expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'finished' })
  expect(await call('chain', 'reconcile')).toMatchObject({ ok: true })
  const again = await call('chain', 'release', '--reason', 'sent from our Safe')
  expect(again).toMatchObject({ ok: false })
})

test('an operator sees the chain, its tokens and the wallet', async () => {
  const { ok, result } = await call('chain', 'show')
  const { tokens, keys, chainId } = chain.settings
  expect(ok).toBe(true)
  const height = Number(await chain.node('eth_blockNumber'))
  expect(result).toEqual({
    url: chain.settings.url,
    chain_id: chainId,
    tokens,
    hot_wallet: keys.hotWallet.address,
    height,
  })
})

test('an operator sees which pay-outs of an earlier wallet are under way', async () => {
  await buy('ETH')
  await live(1)
  const { hotWallet } = chain.settings.keys
  expect(await shown()).not.toContain('earlier wallet')
  const earlier = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  await rig.owner.query(
    statement(
      `insert into chain_wallet (address, chain_id, url, tokens, next_nonce, height, block_hash, seen_height, seen_at)
      select $1, chain_id, url, tokens, 1, height, block_hash, seen_height, seen_at - interval '1 day'
      from chain_wallet where address = $2`,
      earlier,
      hotWallet.address,
    ),
  )
  await rig.owner.query(statement('update chain_payout set wallet = $1', earlier))
  expect(await shown()).toContain(`Under way    1 of the earlier wallet ${earlier}: only its key can`)
})

async function shown(): Promise<string> {
  return (await rig.runCommand('chain', 'show')).output
}
