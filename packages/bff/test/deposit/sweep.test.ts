import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Money from '@cambio/wire/Money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sendThroughContract } from '../http/sendThroughContract.ts'
import { freshWallet, useDepositRig, type DepositRig } from './depositRig.ts'

let rig: DepositRig
let folder: string
useDepositRig((opened) => void (rig = opened), { capEurCents: '100000000' })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sweep-'))
})
afterAll(() => rm(folder, { recursive: true }))

const Steps = z.array(
  z.object({
    path: z.string(),
    currency: z.string(),
    unsigned: z.templateLiteral(['0x', z.string()]),
    amount: z.string(),
  }),
)

let exports = 0

/** What is written to be signed, and what the operator is told. */
async function exportSweep(to: string) {
  const file = join(folder, `sweep-${(exports += 1)}.json`)
  const { ok, result } = await rig.call('chain', 'sweep', file, '--to', to)
  expect(ok).toBe(true)
  return { steps: Steps.parse(JSON.parse(await readFile(file, 'utf8'))), result }
}

/** Signs what was exported, elsewhere, and sends it. */
async function send(steps: z.output<typeof Steps>): Promise<void> {
  for (const { path, unsigned } of steps) await rig.chain.sendSwept(Number(path.split('/')[1]), unsigned)
}

async function expectAgreement(): Promise<void> {
  expect(await rig.call('chain', 'reconcile')).toMatchObject({ ok: true, result: { agrees: true } })
}

test('deposits come to the operator’s wallet by the exported transactions, and the books follow the chain', async () => {
  const { address } = await rig.placeOrder()
  await rig.pay(address, '1')
  await rig.settle()
  const wallet = freshWallet()
  const { steps, result } = await exportSweep(wallet)
  expect(result).toEqual({ transactions: 1, needs_gas: [], unaccounted: [] })
  await send(steps)
  await rig.settle()
  expect(await rig.coinsAt(wallet, 'ETH')).toBe(steps[0]?.amount)
  await expectAgreement()
  expect((await exportSweep(wallet)).result).toMatchObject({ transactions: 0 })
})

test('a sweep that a reorganisation undoes is booked back, and booked again when it is there again', async () => {
  const { address } = await rig.placeOrder()
  await rig.pay(address, '1')
  await rig.settle()
  const { steps } = await exportSweep(freshWallet())
  const deposits = await rig.balanceOn('deposits', 'ETH')
  await rig.live(3)
  await send(steps)
  await rig.live(3)
  await expectAgreement()
  expect(await rig.balanceOn('deposits', 'ETH')).not.toBe(deposits)
  await rig.chain.node('anvil_rollback', 3)
  await rig.chain.node('anvil_dropAllTransactions')
  await rig.live(4)
  expect(await rig.balanceOn('deposits', 'ETH')).toBe(deposits)
  await expectAgreement()
  await send(steps)
  await rig.live(3)
  expect(await rig.balanceOn('deposits', 'ETH')).not.toBe(deposits)
  await expectAgreement()
})

test('coins that a contract sent to an order stay for it until they are its own', async () => {
  const { id, orderId, address } = await rig.placeOrder()
  await rig.pay(address, '1')
  await rig.settle()
  const txid = await sendThroughContract(rig, address, '0x6f05b59d3b20000')
  await rig.live(3)
  const wallet = freshWallet()
  const before = await exportSweep(wallet)
  const unaccounted = [{ client_order_id: orderId, address, amount: '0.500000000000000000' }]
  expect(before.result).toEqual({ transactions: 0, needs_gas: [], unaccounted })
  await send(before.steps)
  await rig.settle()
  const credited = await rig.call('chain', 'credit', orderId, txid, '--reason', 'sent by a smart wallet')
  expect(credited).toMatchObject({ ok: true, result: { amount: '0.500000000000000000' } })
  await rig.settle()
  expect(await rig.order(id)).toMatchObject({ status: 'finished', refund_address_state: 'needed' })
  const { steps, result } = await exportSweep(wallet)
  expect(result).toEqual({ transactions: 1, needs_gas: [], unaccounted: [] })
  await send(steps)
  await rig.settle()
  expect(await rig.coinsAt(wallet, 'ETH')).toBe(steps[0]?.amount)
  await expectAgreement()
})

test('tokens wait for gas, which the operator sends and no order takes for its own', async () => {
  const terms = {
    payin_currency: 'USDC',
    payin_amount: '500',
    payout_currency: 'ETH',
    dst_address: freshWallet(),
  }
  const { id, address } = await rig.placeOrder(terms)
  await rig.pay(address, '500', 'USDC')
  await rig.settle()
  const [, operator] = z.array(z.string()).parse(await rig.chain.node('eth_accounts'))
  const wanting = await exportSweep(String(operator))
  expect(wanting.result).toMatchObject({ transactions: 0, needs_gas: [{ address, amount: /^0\.0/ }] })
  const { needs_gas } = z
    .object({ needs_gas: z.array(z.object({ amount: z.string() })) })
    .parse(wanting.result)
  const gas = Money.parse(needs_gas[0]?.amount ?? '', 'ETH')
  const value = `0x${(typeof gas === 'object' ? gas.units : 0n).toString(16)}`
  await rig.chain.node('eth_sendTransaction', { from: operator, to: address, value })
  for (let block = 0; block < 3; block++) {
    await rig.live(1)
    await expectAgreement()
  }
  const order = await rig.order(id)
  expect(order.refund_address_state).toBeUndefined()
  expect(order).toMatchObject({ status: 'finished', money: { state: 'taken', currency: 'USDC' } })
  const { steps } = await exportSweep(String(operator))
  expect(steps[0]).toMatchObject({ currency: 'USDC', amount: '500.000000' })
  await send(steps)
  for (let block = 0; block < 4; block++) {
    await rig.live(1)
    await expectAgreement()
  }
  expect(await rig.balanceOn('deposits', 'USDC')).toBe('0.000000')
})

describe('money from the wallet that a sweep brings deposits to', () => {
  /** Sweeps to the sandbox's test wallet, which pays in these tests and is the operator's from here on. */
  async function sweepToPayer() {
    const [payer] = z.array(z.string()).parse(await rig.chain.node('eth_accounts'))
    return exportSweep(String(payer))
  }

  test.for([
    ['ETH', '1', 'USDC'],
    ['USDC', '500', 'ETH'],
  ] as const)(
    'money from the sweep’s wallet pays for an order in %s',
    async ([payin_currency, payin_amount, payout_currency]) => {
      await sweepToPayer()
      const terms = { payin_currency, payin_amount, payout_currency, dst_address: freshWallet() }
      const { id, address } = await rig.placeOrder(terms)
      await rig.pay(address, payin_amount, payin_currency)
      await rig.settle()
      expect(await rig.order(id)).toMatchObject({
        status: 'finished',
        money: { state: 'taken', currency: payin_currency },
      })
      await expectAgreement()
    },
  )

  test('coins from the sweep’s wallet stay a deposit when tokens come to the address before they are final', async () => {
    await sweepToPayer()
    const { id, address } = await rig.placeOrder()
    await rig.pay(address, '1')
    await rig.live(1)
    await rig.pay(address, '5', 'USDC')
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'finished', refund_address_state: 'needed' })
    await expectAgreement()
  })

  test('coins from the sweep’s wallet are a deposit once the tokens were brought away', async () => {
    const terms = { payin_currency: 'USDC', payin_amount: '500', payout_currency: 'ETH' }
    const { id, address } = await rig.placeOrder({ ...terms, dst_address: freshWallet() })
    await rig.pay(address, '500', 'USDC')
    await rig.settle()
    await sweepToPayer()
    await rig.pay(address, '0.01')
    await rig.settle()
    expect(await rig.order(id)).not.toHaveProperty('refund_address_state')
    await send((await sweepToPayer()).steps)
    await rig.settle()
    await rig.pay(address, '0.01')
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'finished', refund_address_state: 'needed' })
    await expectAgreement()
  })
})
