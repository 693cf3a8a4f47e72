import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import { silentLog } from '@cambio/server/log.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { freshWallet, useDepositRig, type DepositRig } from '../deposit/depositRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'

let rig: DepositRig
let folder: string
const warnings: string[] = []
const log = { ...silentLog, warn: (event: string) => void warnings.push(event) }
useDepositRig((opened) => void (rig = opened), { log })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sanctions-'))
})
afterAll(() => rm(folder, { recursive: true }))

const entry = (coin: string, address: string) =>
  `<id><uid>1</uid><idType>Digital Currency Address - ${coin}</idType><idNumber>${address}</idNumber></id>`

/** Has the operator read a list from a file. */
async function refresh(content: string) {
  const file = join(folder, 'list')
  await writeFile(file, content)
  return rig.call('sanctions', 'refresh', '--file', file)
}

test('a sanctions list is read anew, and a list that names no wallet changes nothing', async () => {
  const [kept, gone, fresh] = [freshWallet(), freshWallet(), freshWallet()]
  expect(await refresh(`<sdnList>${entry('ETH', kept)}${entry('XBT', gone)}</sdnList>`)).toMatchObject({
    ok: true,
    result: { wallets: 2, added: 2, removed: 0 },
  })
  const again = `Digital Currency Address - ETH ${kept}; Digital Currency Address - ETH ${fresh};`
  expect(await refresh(again)).toMatchObject({ result: { wallets: 2, added: 1, removed: 1 } })
  expect(await refresh(`${kept}\n${fresh}\n`)).toMatchObject({
    result: { wallets: 2, added: 0, removed: 0 },
  })
  expect((await rig.runCommand('sanctions', 'refresh', '--file', join(folder, 'nothing'))).ok).toBe(false)
  await writeFile(join(folder, 'moved'), '<html>moved</html>')
  const moved = await rig.runCommand('sanctions', 'refresh', '--file', join(folder, 'moved'))
  expect(moved).toMatchObject({ ok: false, output: expect.stringContaining('names no wallet') })
})

test('a wallet on the list is refused before any money is asked for, however it is written', async () => {
  const wallet = freshWallet()
  await refresh(entry('ETH', wallet.toUpperCase().replace('0X', '0x')))
  const body = { ...createBody('listed-1'), dst_address: wallet }
  expect((await rig.partner('POST', createPath, body)).at('code')).toBe('address_forbidden')
})

test('a wallet that comes onto the list is not paid, and its order is held', async () => {
  const wallet = freshWallet()
  const { id, orderId, address } = await rig.placeOrder({ dst_address: wallet })
  await refresh(entry('ETH', wallet))
  await rig.pay(address, '1')
  await rig.settle()
  expect(await rig.coinsAt(wallet, 'USDC')).toBe('0.000000')
  expect(await rig.order(id)).toMatchObject({ money: { state: 'taken' } })
  expect(withAttentionReason(await rig.stores.orders.find(orderId))?.attentionReason).toBe('frozen')
  expect(JSON.stringify((await rig.call('owed', 'list')).result)).toContain(orderId)
  expect(warnings).toContain(
    'a pay-out would go to a wallet on a sanctions list: “order show” shows it, “order resolve” resolves it',
  )

  const why = ['--reason', 'Looked at']
  for (const act of [
    ['order', 'resolve', orderId, 'continue'],
    ['order', 'approve', orderId],
    ['order', 'refund', orderId],
  ]) {
    const refused = await rig.runCommand(...act, ...why)
    expect([act, refused]).toEqual([act, expect.objectContaining({ ok: false })])
    expect(refused.output).toMatch(new RegExp(`${wallet},? (which )?is on the list of sanctions`))
    expect(refused.output).toMatch(
      /“sanctions refresh --file <list>”.*“order resolve .* continue”.*no money moved/,
    )
  }
  await refresh(entry('ETH', freshWallet()))
  expect((await rig.runCommand('order', 'refund', orderId, ...why)).output).toContain('Your list names none')
  const continued = await rig.runCommand('order', 'resolve', orderId, 'continue', ...why)
  expect(continued).toMatchObject({ ok: true, output: expect.stringContaining('frozen again') })
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'finished' })
})

test('a wallet that comes onto the list while its coins wait to be sent is not paid either', async () => {
  const { address: hotWallet } = rig.chain.settings.keys.hotWallet
  const balance = await rig.chain.client.getBalance({ address: hotWallet })
  const wallet = freshWallet()
  const { id, orderId, address } = await rig.placeOrder({ dst_address: wallet })
  await rig.chain.node('anvil_setBalance', hotWallet, '0x0')
  await rig.pay(address, '1')
  await rig.settle()
  expect(withAttentionReason(await rig.stores.orders.find(orderId))).toMatchObject({
    payout: { state: 'sending' },
    attentionReason: null,
  })
  await refresh(entry('ETH', wallet))
  await rig.chain.node('anvil_setBalance', hotWallet, `0x${balance.toString(16)}`)
  await rig.live(12)
  expect(await rig.coinsAt(wallet, 'USDC')).toBe('0.000000')
  expect(withAttentionReason(await rig.stores.orders.find(orderId))?.attentionReason).toBe('frozen')
  await refresh(entry('ETH', freshWallet()))
  expect((await rig.runCommand('order', 'resolve', orderId, 'continue', '--reason', 'Cleared')).ok).toBe(true)
  await rig.liveUntil(id, 'finished')
  expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'finished' })
})

test('an order held while its coins wait to be sent sends none once the operator has settled it by hand', async () => {
  const { address: hotWallet } = rig.chain.settings.keys.hotWallet
  const balance = await rig.chain.client.getBalance({ address: hotWallet })
  const wallet = freshWallet()
  const { orderId, address } = await rig.placeOrder({ dst_address: wallet })
  await rig.chain.node('anvil_setBalance', hotWallet, '0x0')
  await rig.pay(address, '1')
  await rig.settle()
  await refresh(entry('ETH', wallet))
  await rig.live(12)
  expect(withAttentionReason(await rig.stores.orders.find(orderId))).toMatchObject({
    payout: { state: 'sending' },
    attentionReason: 'frozen',
  })
  const settle = ['order', 'resolve', orderId, 'settle', '--reason', 'Handed over']
  expect((await rig.runCommand(...settle)).ok).toBe(true)
  await refresh(entry('ETH', freshWallet()))
  await rig.chain.node('anvil_setBalance', hotWallet, `0x${balance.toString(16)}`)
  await rig.live(12)
  expect(await rig.coinsAt(wallet, 'USDC')).toBe('0.000000')
  expect(withAttentionReason(await rig.stores.orders.find(orderId))).toMatchObject({
    status: 'refunded',
    attentionReason: null,
  })
})

test('coins from a wallet on the list are held: they buy nothing and go nowhere', async () => {
  const [sender = ''] = z.array(z.string()).parse(await rig.chain.node('eth_accounts'))
  await refresh(entry('ETH', sender))
  const { id, orderId, address } = await rig.placeOrder()
  await rig.pay(address, '1')
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'taken' } })
  const order = await rig.stores.orders.find(orderId)
  expect(withAttentionReason(order)).toMatchObject({ attentionReason: 'frozen', payout: null })
  expect((await rig.runCommand('order', 'show', orderId)).output).toMatch(
    /note Coins came from a wallet on a list of sanctions, by transaction 0x[0-9a-f]{64}$/m,
  )
  for (const act of [
    ['order', 'refund'],
    ['owed', 'return'],
  ])
    expect(await rig.runCommand(...act, orderId, '--reason', 'They asked')).toMatchObject({
      ok: false,
      output: expect.stringContaining('is frozen'),
    })
  await refresh(entry('ETH', freshWallet()))
})

test('coins from a listed wallet that their order does not take go nowhere, and nobody is asked for a wallet', async () => {
  const { id, orderId, address, entry: page } = await rig.placeOrder({ client_email: 'buyer@example.com' })
  rig.pass(15 * 60_000)
  await rig.live(2)
  const [sender = ''] = z.array(z.string()).parse(await rig.chain.node('eth_accounts'))
  await refresh(entry('ETH', sender))
  await rig.pay(address, '1')
  await rig.settle()
  const order = await rig.order(id)
  expect(order).toMatchObject({ status: 'expired', money: { state: 'owed' } })
  expect(order).not.toHaveProperty('refund_address_state')
  expect((await rig.runCommand('order', 'show', orderId)).output).toMatch(
    /1\.0+ ETH owed, and no coins moved: once “order resolve .* continue” lets the order go on, its buyer is asked/,
  )
  const buyer = await rig.buyerOf(page)
  expect((await buyer.view()).at('order.deposit')).toMatchObject({
    is_stopped: true,
    refund_address_state: null,
  })
  await refresh(entry('ETH', freshWallet()))
  const sent = rig.deliveries.length
  expect((await rig.runCommand('order', 'resolve', orderId, 'continue', '--reason', 'Cleared')).ok).toBe(true)
  await rig.live(1)
  expect(await rig.order(id)).toMatchObject({ status: 'expired', refund_address_state: 'needed' })
  const callbacks = rig.deliveries.slice(sent).map(({ body }) => JSON.parse(body))
  expect(callbacks).toMatchObject([{ client_order: { status: 'expired', refund_address_state: 'needed' } }])
})

test('a list that is cut off or has an unreadable line leaves every wallet on the list', async () => {
  const kept = Array.from({ length: 92 }, () => freshWallet())
  const list = (wallets: readonly string[]) =>
    `<sdnList><publshInformation><Record_Count>${wallets.length}</Record_Count></publshInformation>${wallets
      .map((wallet) => `<sdnEntry><idList>${entry('ETH', wallet)}</idList></sdnEntry>`)
      .join('\n')}</sdnList>`
  expect(await refresh(list(kept))).toMatchObject({ ok: true, result: { wallets: 92 } })
  const cut = list(kept).slice(0, 400)
  for (const [content, why] of [
    [cut, /is cut off/],
    [`${cut}</sdnList>`, /declares 92 entries and has 2|cannot be read/],
    [`${kept[0]}\n${kept[1]} and others\n`, /line 2 is neither an address nor a comment/],
  ] as const) {
    const file = join(folder, 'cut')
    await writeFile(file, content)
    const refused = await rig.runCommand('sanctions', 'refresh', '--file', file)
    expect(refused).toMatchObject({ ok: false, output: expect.stringMatching(why) })
    expect(refused.output).toContain('no wallet was added or removed')
  }
  const body = { ...createBody('still-listed'), dst_address: kept[91] }
  expect((await rig.partner('POST', createPath, body)).at('code')).toBe('address_forbidden')
  const commented = `${kept.map((wallet) => `${wallet} # of OFAC`).join('\n')}\n`
  expect(await refresh(commented)).toMatchObject({ result: { wallets: 92, added: 0, removed: 0 } })
})
