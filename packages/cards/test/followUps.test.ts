import { balanceOf, imbalances } from '@cambio/server/postgres/Ledger.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Acquirer, OperationOutcome } from '../src/acquirers/Acquirer.ts'
import type { Post } from '../src/notification/httpPost.ts'
import { platformWork } from '../src/work/platformWork.ts'
import { merchantId, openRig, type Rig } from './rig.ts'

const done: OperationOutcome = { is: 'done' }
const unknown: OperationOutcome = { is: 'unknown' }
const declined: OperationOutcome = { is: 'declined', reason: 'Transaction not permitted' }

let rig: Rig
let outcomes: OperationOutcome[]
let operationIds: string[]

beforeEach(async () => {
  outcomes = []
  operationIds = []
  const move = async ({ operationId }: { operationId: string }) => {
    operationIds.push(operationId)
    return outcomes.shift() ?? done
  }
  const acquirer: Acquirer = {
    name: 'told',
    authorise: async () => ({ is: 'done', reference: 'ref' }),
    getPaymentStatus: async () => ({ is: 'done', reference: 'ref' }),
    capture: move,
    reverse: move,
    refund: move,
  }
  rig = await openRig({ acquirer })
})
afterEach(async () => {
  expect(await imbalances(rig.database.query)).toEqual([])
  await rig.close()
})

const notifications = () =>
  rig.inbox.map(({ action, result, status, amount }) => [action, result, status, amount].join(' ').trim())
const statusOf = async (id: string) => (await rig.followUp('GET_TRANS_STATUS', id)).body['status']
const owed = (layer: 'pending' | 'posted') =>
  balanceOf(rig.database.query, `merchant:${merchantId}:payable`, 'EUR', layer)

describe('a hold', () => {
  test('a hold is reversed whole, and is not captured then', async () => {
    const { body } = await rig.sale()
    expect(await rig.followUp('CREDITVOID', body.trans_id)).toMatchObject({
      status: 200,
      body: { action: 'CREDITVOID', result: 'ACCEPTED', order_id: 'order-1', trans_id: body.trans_id },
    })
    rig.pass(5_000)
    await rig.settle()
    expect(await statusOf(body.trans_id)).toBe('REVERSAL')
    expect(notifications()).toEqual(['CREDITVOID SUCCESS REVERSAL 100.00'])
    expect(rig.inbox[0]).toMatchObject({ creditvoid_date: '2026-03-01 09:30:05' })
    expect([await owed('pending'), await owed('posted')]).toEqual([0n, 0n])
    expect(operationIds).toHaveLength(1)
  })

  test('a hold stays a hold when the acquirer declines to release it', async () => {
    outcomes = [declined]
    const { body } = await rig.sale()
    await rig.followUp('CREDITVOID', body.trans_id)
    await rig.settle()
    expect(await statusOf(body.trans_id)).toBe('PENDING')
    expect(rig.inbox[0]).toMatchObject({
      result: 'DECLINED',
      status: 'DECLINED',
      decline_reason: 'Transaction not permitted',
    })
  })

  test('a hold is captured in part, the rest released, and only once', async () => {
    const { body } = await rig.sale()
    const capture = await rig.followUp('CAPTURE', body.trans_id, { amount: '60.00' })
    expect(capture.body).toMatchObject({
      action: 'CAPTURE',
      result: 'SUCCESS',
      status: 'SETTLED',
      amount: '60.00',
    })
    expect([await owed('pending'), await owed('posted')]).toEqual([0n, -6000n])
    rig.pass(5_000)
    await rig.settle()
    expect(operationIds).toHaveLength(1)
    expect(await owed('posted')).toBe(-6000n)
  })

  test('a hold whose capture the acquirer declines stays PENDING and can be captured again', async () => {
    outcomes = [declined, done]
    const { body } = await rig.sale()
    expect((await rig.followUp('CAPTURE', body.trans_id)).body).toMatchObject({
      result: 'DECLINED',
      status: 'PENDING',
      decline_reason: 'Transaction not permitted',
    })
    expect((await rig.followUp('CAPTURE', body.trans_id)).body).toMatchObject({ result: 'SUCCESS' })
  })

  test('a hold whose capture has no known end is captured again under that id until it has', async () => {
    outcomes = [unknown, unknown, done]
    const { body } = await rig.sale()
    expect((await rig.followUp('CAPTURE', body.trans_id)).body).toMatchObject({
      result: 'UNDEFINED',
      status: 'PENDING',
    })
    rig.pass(60_000)
    await rig.settle()
    rig.pass(5_000)
    await rig.settle()
    expect(await statusOf(body.trans_id)).toBe('SETTLED')
    expect(operationIds).toHaveLength(3)
    expect(new Set(operationIds).size).toBe(1)
    expect(await owed('posted')).toBe(-10_000n)
  })

  test('a hold is captured once, however many processes look for what is due', async () => {
    for (let order = 0; order < 10; order++) await rig.sale({ order_id: `due-${order}` })
    rig.pass(1000)
    const post: Post = async () => ({ status: 200, text: 'OK' })
    const processes = Array.from({ length: 4 }, () =>
      platformWork({ platform: rig.platform, database: rig.database, post }, { retryFactor: 1 }),
    )
    await Promise.all(processes.map((work) => work.tick()))
    expect(operationIds).toHaveLength(10)
    expect(new Set(operationIds).size).toBe(10)
    expect(await owed('posted')).toBe(-100_000n)
  })

  test('a hold of a merchant who captures by hand waits for the merchant', async () => {
    await rig.saveMerchant({ captureDelayMs: null })
    const { body } = await rig.sale()
    rig.pass(86_400_000)
    await rig.settle()
    expect(await statusOf(body.trans_id)).toBe('PENDING')
  })

  test('a hold is captured or reversed, never both, however the two race', async () => {
    for (let round = 0; round < 10; round++) {
      operationIds.length = 0
      const { body } = await rig.sale({ order_id: `race-${round}` })
      const [capture, back] = await Promise.all([
        rig.followUp('CAPTURE', body.trans_id),
        rig.followUp('CREDITVOID', body.trans_id),
      ])
      await rig.settle()
      const end = await statusOf(body.trans_id)
      expect(back.body['result']).toBe('ACCEPTED')
      expect(end).toBe(capture.body['result'] === 'SUCCESS' ? 'REFUND' : 'REVERSAL')
    }
    expect([await owed('pending'), await owed('posted')]).toEqual([0n, 0n])
  })
})

test('every answer about a payment says by which card it was made, with which the next request is signed', async () => {
  const sale = await rig.sale()
  const id = sale.body.trans_id
  const answers = [
    sale,
    await rig.followUp('CAPTURE', id, { amount: '60.00' }),
    await rig.followUp('CREDITVOID', id, { amount: '10.00' }),
    await rig.followUp('GET_TRANS_STATUS', id),
    await rig.followUp('GET_TRANS_STATUS_BY_ORDER', 'order-1'),
    await rig.followUp('GET_TRANS_DETAILS', id),
  ]
  const card = { card: '411111******1111', card_brand: 'Visa', issuer_country: null }
  for (const { body } of answers) expect(body, String(body['action'])).toMatchObject(card)
})

describe('a settled payment', () => {
  async function settled(): Promise<string> {
    const { body } = await rig.sale()
    await rig.followUp('CAPTURE', body.trans_id)
    rig.inbox.length = 0
    return body.trans_id
  }

  test('a settled payment is refunded in parts, and is REFUND when all of it is back', async () => {
    const id = await settled()
    await rig.followUp('CREDITVOID', id, { amount: '30.00' })
    await rig.settle()
    expect(await statusOf(id)).toBe('SETTLED')
    await rig.followUp('CREDITVOID', id, { amount: '30.00' })
    await rig.followUp('CREDITVOID', id)
    await rig.settle()
    expect(await statusOf(id)).toBe('REFUND')
    expect(notifications()).toContain('CAPTURE SUCCESS SETTLED 100.00')
    expect(
      notifications()
        .filter((line) => line.startsWith('CREDITVOID'))
        .toSorted(),
    ).toEqual([
      'CREDITVOID SUCCESS REFUND 40.00',
      'CREDITVOID SUCCESS SETTLED 30.00',
      'CREDITVOID SUCCESS SETTLED 30.00',
    ])
    expect([await owed('pending'), await owed('posted')]).toEqual([0n, 0n])
    expect((await rig.followUp('CREDITVOID', id)).body).toMatchObject({ error_code: 208006 })
  })

  test('a settled payment is never refunded beyond what was captured, however many ask at once', async () => {
    const id = await settled()
    const asks = Array.from({ length: 12 }, () => rig.followUp('CREDITVOID', id, { amount: '30.00' }))
    const answers = await Promise.all(asks)
    expect(answers.filter(({ body }) => body['result'] === 'ACCEPTED')).toHaveLength(3)
    await rig.settle()
    expect(await owed('posted')).toBe(-1000n)
  })

  test('a settled payment whose refund is declined may be refunded again', async () => {
    const id = await settled()
    outcomes = [declined]
    await rig.followUp('CREDITVOID', id)
    await rig.settle()
    expect(await statusOf(id)).toBe('SETTLED')
    await rig.followUp('CREDITVOID', id)
    await rig.settle()
    expect(await statusOf(id)).toBe('REFUND')
  })

  test('a settled payment tells how it came there', async () => {
    const id = await settled()
    await rig.followUp('CREDITVOID', id, { amount: '30.00' })
    await rig.settle()
    const details = await rig.followUp('GET_TRANS_DETAILS', id)
    expect(details.body).toMatchObject({
      name: 'Jane Doe',
      mail: 'doe@example.com',
      ip: '203.0.113.7',
      amount: '100.00',
      currency: 'EUR',
      card: '411111******1111',
      transactions: [
        { date: '2026-03-01 09:30:00', type: 'AUTH', status: 'success', amount: '100.00' },
        { type: 'CAPTURE', status: 'waiting' },
        { type: 'CAPTURE', status: 'success' },
        { type: 'REFUND', status: 'waiting', amount: '30.00' },
        { type: 'REFUND', status: 'success', amount: '30.00' },
      ],
    })
  })
})
