import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Acquirer, OperationOutcome, Outcome, Chargebacks } from '../src/acquirers/Acquirer.ts'
import { openRig, type Reply, type Rig } from './rig.ts'

const MINUTE_MS = 60_000
const challenge = {
  is: 'challenge',
  reference: 'ref',
  challenge: { status: '3DS', url: 'https://bank.example/', method: 'GET', params: {} },
} as const satisfies Outcome

let rig: Rig
let authorised: Outcome
let currentStatus: Outcome | { is: 'waiting' }
let captured: OperationOutcome
let getChargebacks: Chargebacks

beforeEach(async () => {
  authorised = { is: 'done', reference: 'ref' }
  currentStatus = { is: 'waiting' }
  captured = { is: 'done' }
  getChargebacks = { is: 'known', units: 0n, reason: '4837', bankDate: '2026-03-02' }
  const acquirer: Acquirer = {
    name: 'told',
    authorise: async () => authorised,
    getPaymentStatus: async () => currentStatus,
    capture: async () => captured,
    reverse: async () => ({ is: 'done' }),
    refund: async () => ({ is: 'done' }),
    getChargebacks: async () => getChargebacks,
    readNotice: async ({ body }) => ({ is: 'event', transactionId: body }),
  }
  rig = await openRig({ acquirer })
})
afterEach(() => rig.close())

const statusOf = async ({ body }: Reply) =>
  (await rig.followUp('GET_TRANS_STATUS', body.trans_id)).body['status']
const historyOf = async ({ body }: Reply) => {
  const details = await rig.followUp('GET_TRANS_DETAILS', body.trans_id)
  const lines = details.body['transactions'] as { type: string; status: string; amount: string }[]
  return lines.map(({ type, status, amount }) => `${type} ${status} ${amount}`)
}

/** The buyer's browser comes back from the bank, which has not decided yet. */
async function comeBack({ body }: Reply): Promise<void> {
  const secret = rig.platform.keys.challengeSecret('term', body.trans_id)
  expect((await rig.app.request(`/verify/3ds/${body.trans_id}/${secret}`)).status).toBe(200)
}

async function notice({ body }: Reply): Promise<void> {
  const answer = await rig.app.request('/upstream/told/notify', { method: 'POST', body: body.trans_id })
  expect(answer.status).toBe(200)
}

describe('a buyer who returns before the bank has decided', () => {
  test('a buyer who returns early is decided on as soon as the bank is asked again', async () => {
    authorised = challenge
    const sale = await rig.sale()
    await comeBack(sale)
    currentStatus = { is: 'done', reference: 'ref' }
    rig.pass(10_000)
    await rig.settle()
    expect(await statusOf(sale)).toBe('PENDING')
  })

  test('a buyer who returns early is waited for until the half hour is over, and no longer', async () => {
    authorised = challenge
    const sale = await rig.sale()
    rig.pass(30 * MINUTE_MS - 5_000)
    await comeBack(sale)
    rig.pass(4_999)
    await rig.settle()
    expect(await statusOf(sale)).toBe('3DS')
    rig.pass(1)
    await rig.settle()
    expect(await statusOf(sale)).toBe('DECLINED')
  })
})

test('a bank that reports a charge-back above the capture charges back only what was captured', async () => {
  const sale = await rig.sale()
  await rig.followUp('CAPTURE', sale.body.trans_id, { amount: '60.00' })
  getChargebacks = { ...getChargebacks, units: 6_001n }
  rig.inbox.length = 0
  await notice(sale)
  await rig.settle()
  expect(rig.inbox.filter(({ action }) => action === 'CHARGEBACK')).toMatchObject([
    { status: 'CHARGEBACK', amount: '60.00', reason_code: '4837', bank_date: '2026-03-02' },
  ])
})

test('a notice of a charge-back counts, although its payment is changed before the bank is asked', async () => {
  const sale = await rig.sale()
  await rig.followUp('CAPTURE', sale.body.trans_id)
  getChargebacks = { ...getChargebacks, units: 4_000n }
  await notice(sale)
  await rig.followUp('CREDITVOID', sale.body.trans_id, { amount: '10.00' })
  await rig.settle()
  expect(await statusOf(sale)).toBe('CHARGEBACK')
})

test('a bank is asked about a payment left undecided by a program older than the table of questions', async () => {
  authorised = { is: 'unknown' }
  const sale = await rig.sale()
  await rig.owner.query(statement('delete from question'))
  await rig.owner.query(statement('update transaction set due_at = $1', rig.platform.clock.now()))
  currentStatus = { is: 'done', reference: 'ref' }
  await rig.settle()
  expect(await statusOf(sale)).toBe('PENDING')
  expect(await rig.owner.query(statement('select from transaction where due_at is not null'))).toEqual([])
})

test('a bank has no question left to answer when all of its payments are decided', async () => {
  const questions = () => rig.owner.query(statement('select from question'))
  await rig.sale({ order_id: 'held' })
  authorised = { is: 'declined', reason: 'Do not honor' }
  await rig.sale({ order_id: 'declined' })
  expect(await questions()).toEqual([])
  authorised = challenge
  const sale = await rig.sale({ order_id: 'challenged' })
  expect(await questions()).toHaveLength(1)
  currentStatus = { is: 'done', reference: 'ref' }
  await comeBack(sale)
  expect(await questions()).toEqual([])
  await notice(sale)
  expect(await questions()).toHaveLength(1)
  await rig.settle()
  expect(await questions()).toEqual([])
})

describe('the history of a payment', () => {
  test('the history of a declined payment says whether the bank or the check before it said no', async () => {
    authorised = { is: 'declined', reason: 'Do not honor' }
    const plain = await rig.sale({ order_id: 'plain' })
    expect(await historyOf(plain)).toEqual(['AUTH fail 100.00'])
    authorised = challenge
    const checked = await rig.sale({ order_id: 'checked' })
    currentStatus = { is: 'declined', reason: '3-D Secure authentication failed' }
    await comeBack(checked)
    expect(await historyOf(checked)).toEqual(['3DS waiting 100.00', '3DS fail 100.00'])
  })

  test('the history of a declined capture says what it was to take', async () => {
    captured = { is: 'declined', reason: 'Transaction not permitted' }
    const sale = await rig.sale()
    await rig.followUp('CAPTURE', sale.body.trans_id, { amount: '60.00' })
    expect(await historyOf(sale)).toEqual([
      'AUTH success 100.00',
      'CAPTURE waiting 60.00',
      'CAPTURE fail 60.00',
    ])
  })
})

describe('an order_id', () => {
  test('an order_id is open while its buyer is at the bank: another request has to wait', async () => {
    authorised = challenge
    await rig.sale()
    expect((await rig.sale({ order_amount: '1.00' })).body).toMatchObject({
      error_code: 100000,
      error_message: 'Previous payment not completed.',
    })
  })

  test('an order_id names the attempt that was not declined, though another process’s clock was ahead', async () => {
    authorised = { is: 'declined', reason: 'Do not honor' }
    await rig.sale()
    authorised = { is: 'done', reference: 'ref' }
    rig.pass(-1_000)
    const second = await rig.sale({ order_description: 'again' })
    const status = await rig.followUp('GET_TRANS_STATUS_BY_ORDER', 'order-1')
    expect(status.body).toMatchObject({ trans_id: second.body.trans_id, status: 'PENDING' })
  })
})
