import { createMetrics } from '@cambio/server/metrics.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Acquirer, Outcome, Payer } from '../src/acquirers/Acquirer.ts'
import { cardsApp } from '../src/http/cardsApp.ts'
import { openRig, saleFields, type Fields, type Rig } from './rig.ts'

/** An acquirer that does as it is told, counts what it did, and forgets nothing. */
function scriptedAcquirer() {
  const authorised = new Map<string, number>()
  let next: () => Promise<Outcome> = async () => ({ is: 'done', reference: 'ref' })
  let answerStatus: () => Promise<Outcome | { is: 'absent' | 'waiting' }> = async () => ({ is: 'absent' })
  const payers = new Map<string, Payer>()
  const reversed: string[] = []
  const acquirer: Acquirer = {
    name: 'told',
    async authorise({ transactionId, payer }) {
      payers.set(transactionId, payer)
      authorised.set(transactionId, (authorised.get(transactionId) ?? 0) + 1)
      return next()
    },
    getPaymentStatus: () => answerStatus(),
    capture: async () => ({ is: 'done' }),
    async reverse({ operationId }) {
      reversed.push(operationId)
      return { is: 'done' }
    },
    refund: async () => ({ is: 'done' }),
  }
  return {
    acquirer,
    authorised,
    reversed,
    payerOf: (transactionId: string) => payers.get(transactionId),
    answerNext: (how: typeof next) => void (next = how),
    answerQuestion: (how: typeof answerStatus) => void (answerStatus = how),
  }
}

let bank: ReturnType<typeof scriptedAcquirer>
let rig: Rig
beforeAll(async () => {
  bank = scriptedAcquirer()
  rig = await openRig({ acquirer: bank.acquirer })
})
afterAll(() => rig.close())

let count = 0
const fresh = () => ({ order_id: `order-${(count += 1)}` })
const done = async (): Promise<Outcome> => ({ is: 'done', reference: 'ref' })
const unknown = async (): Promise<Outcome> => ({ is: 'unknown' })
const declines = async (): Promise<Outcome> => ({ is: 'declined', reason: 'Do not honor' })

describe('an order_id that was used before', () => {
  test('a used order_id gets an equal answer for an equal request, for ever, and whatever the security code', async () => {
    bank.answerNext(done)
    const order = { ...fresh(), req_token: 'Y' }
    const first = await rig.sale(order)
    expect(await rig.sale(order)).toEqual(first)
    expect(await rig.sale({ ...order, card_cvv2: '999' })).toEqual(first)
    rig.pass(1000)
    await rig.settle()
    expect(await rig.sale(order)).toEqual(first)
    expect(bank.authorised.get(first.body.trans_id)).toBe(1)
  })

  test('a used order_id gets its redirect parameters again in their own order, as merchants pass them on', async () => {
    const params = { PaReq: 'p', MD: 'm', TermUrl: 'https://bank.example/t', a: '1' }
    const challenge = { status: '3DS', url: 'https://bank.example/', method: 'POST', params } as const
    bank.answerNext(async () => ({ is: 'challenge', reference: 'ref', challenge }))
    const order = fresh()
    const paramNames = async () => Object.keys(Object((await rig.sale(order)).body['redirect_params']))
    expect(await paramNames()).toEqual(Object.keys(params))
    expect(await paramNames()).toEqual(Object.keys(params))
  })

  test('a used order_id gets an equal answer for a request that was declined, too', async () => {
    bank.answerNext(declines)
    const order = fresh()
    const first = await rig.sale(order)
    expect(first.body).toMatchObject({ result: 'DECLINED', decline_reason: 'Do not honor' })
    bank.answerNext(done)
    expect(await rig.sale(order)).toEqual(first)
  })

  test('a used order_id gets an equal answer whichever way its lines are broken', async () => {
    bank.answerNext(done)
    const order = { ...fresh(), payer_address: 'Big street\r\nYard\t7', order_description: 'CID:42\nTickets' }
    const first = await rig.sale(order)
    expect(first.body['result']).toBe('SUCCESS')
    const plain = { payer_address: 'Big street Yard 7', order_description: 'CID:42 Tickets' }
    expect(await rig.sale({ ...order, ...plain }, 'multipart')).toEqual(first)
    expect(bank.payerOf(first.body.trans_id)?.address).toBe('Big street Yard 7')
  })

  test.each<[string, Fields]>([
    ['amount', { order_amount: '100.01' }],
    ['currency', { order_currency: 'USD' }],
    ['payer', { payer_last_name: 'Roe' }],
  ])('a used order_id refuses another %s once it has succeeded', async (_, change) => {
    bank.answerNext(done)
    const order = fresh()
    await rig.sale(order)
    const other = await rig.sale({ ...order, ...change })
    expect(other).toMatchObject({
      status: 400,
      body: { error_code: 400, error_message: 'Duplicate request.' },
    })
  })

  test('a used order_id refuses another request while the first is open', async () => {
    bank.answerNext(unknown)
    const order = fresh()
    await rig.sale(order)
    const other = await rig.sale({ ...order, order_amount: '1.00' })
    expect(other).toMatchObject({
      status: 400,
      body: { error_code: 100000, error_message: 'Previous payment not completed.' },
    })
  })

  test('a used order_id may be tried with another card after a decline', async () => {
    bank.answerNext(declines)
    const order = fresh()
    const first = await rig.sale(order)
    bank.answerNext(done)
    const second = await rig.sale({ ...order, card_number: '5555555555554444' })
    expect(second.body).toMatchObject({ result: 'SUCCESS', card_brand: 'MasterCard' })
    expect(second.body.trans_id).not.toBe(first.body.trans_id)
  })
})

describe('a merchant over its budget', () => {
  afterEach(() => rig.saveMerchant({}))

  test('a merchant over its budget gets the first answer of a repeated request, which costs it no budget', async () => {
    bank.answerNext(done)
    await rig.saveMerchant({ salesPerMinute: 2 })
    const order = fresh()
    const first = await rig.sale(order)
    for (let again = 0; again < 3; again++) expect(await rig.sale(order)).toEqual(first)
    expect((await rig.sale(fresh())).body['result']).toBe('SUCCESS')
    expect(await rig.sale(fresh())).toMatchObject({
      status: 429,
      body: { error_message: 'Too many requests. This one charged nothing; send it again later.' },
    })
    expect(await rig.sale(order)).toEqual(first)
  })

  test('a merchant over its budget has a limit per second of its own, where it was given one', async () => {
    const sell = sellAt(rig.platform.query)
    bank.answerNext(done)
    await rig.saveMerchant({ salesPerSecond: 2 })
    const statuses: number[] = []
    for (let sales = 0; sales < 3; sales++) statuses.push((await sell(fresh())).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('a merchant over its budget of this second gets the first answer of a repeated request, too', async () => {
    bank.answerNext(done)
    const sell = sellAt(rig.platform.query)
    const order = fresh()
    const first = await sell(order)
    for (let sales = 1; sales < 10; sales++) expect((await sell(fresh())).status).toBe(200)
    expect((await sell(fresh())).status).toBe(429)
    expect(await sell(order)).toEqual(first)
  })
})

describe('one SALE sent from many places at once', () => {
  test('a SALE sent from many places at once is one charge, and all are told of it', async () => {
    const held = Promise.withResolvers<void>()
    bank.answerNext(async () => {
      await held.promise
      return { is: 'done', reference: 'ref' }
    })
    const order = fresh()
    const sales = Array.from({ length: 12 }, () => rig.sale(order))
    setTimeout(held.resolve, 100)
    const answers = await Promise.all(sales)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(bank.authorised.get(answers[0]?.body.trans_id ?? '')).toBe(1)
  })

  test('a SALE sent from many places at once is one charge when the requests differ, too', async () => {
    bank.answerNext(done)
    const order = fresh()
    const amounts = Array.from({ length: 12 }, (_, place) => ({ order_amount: `${place + 1}.00` }))
    const answers = await Promise.all(amounts.map((amount) => rig.sale({ ...order, ...amount })))
    expect(answers.filter(({ body }) => body['result'] === 'SUCCESS')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(11)
  })
})

test('an attempt that met another attempt, which was declined meanwhile, is made', async () => {
  const order = fresh()
  const meeting = Promise.withResolvers<void>()
  const decision = Promise.withResolvers<Outcome>()
  const rival = () => {
    bank.answerNext(() => {
      meeting.resolve()
      return decision.promise
    })
    return rig.sale({ ...order, card_number: '5555555555554444' })
  }
  /** Lets the other attempt be accepted just before this one is, and declined before anybody looks. */
  let met: ReturnType<typeof rival> | undefined
  const query: Query = async (statement) => {
    if (!statement.name.startsWith('transaction_accept') || met !== undefined)
      return rig.platform.query(statement)
    met = rival()
    await meeting.promise
    const rows = await rig.platform.query(statement)
    decision.resolve(await declines())
    await met
    bank.answerNext(done)
    return rows as never[]
  }
  const sale = await sellAt(query)(order)
  expect((await met)?.body['result']).toBe('DECLINED')
  expect(sale).toMatchObject({ status: 200, body: { result: 'SUCCESS', card_brand: 'Visa' } })
})

/** A platform with the limits it has outside tests, whose statements go through `query`. */
function sellAt(query: Query) {
  const app = cardsApp(
    { platform: { ...rig.platform, query }, metrics: createMetrics({ program: 'cards' }), frame: null },
    { trustedProxies: [], limitsFactor: 1, sandbox: true },
  )
  return async (fields: Fields) => {
    const body = new URLSearchParams(saleFields(fields))
    const reply = await app.request('/post', { method: 'POST', body })
    return { status: reply.status, body: await reply.json() }
  }
}

describe('an acquirer that does not answer', () => {
  test('an acquirer that does not answer leaves the SALE undecided; it is asked, and the merchant is told', async () => {
    bank.answerNext(unknown)
    const sale = await rig.sale(fresh())
    expect(sale).toMatchObject({ status: 200, body: { result: 'UNDEFINED', status: 'PREPARE' } })
    bank.answerQuestion(done)
    rig.pass(5_000)
    await rig.settle()
    expect(rig.inbox.filter(({ trans_id }) => trans_id === sale.body.trans_id)).toMatchObject([
      { action: 'SALE', result: 'SUCCESS', status: 'PENDING' },
    ])
    expect(bank.authorised.get(sale.body.trans_id)).toBe(1)
  })

  test('an acquirer that breaks instead of answering counts as one whose answer was lost', async () => {
    bank.answerNext(async () => {
      throw new Error('socket hang up')
    })
    expect((await rig.sale(fresh())).body).toMatchObject({ result: 'UNDEFINED', status: 'PREPARE' })
  })

  test('an acquirer that never heard of a SALE is believed after five minutes, not before', async () => {
    bank.answerNext(unknown)
    bank.answerQuestion(async () => ({ is: 'absent' }))
    const sale = await rig.sale(fresh())
    rig.pass(4 * 60_000)
    await rig.settle()
    expect((await rig.followUp('GET_TRANS_STATUS', sale.body.trans_id)).body['status']).toBe('PREPARE')
    rig.pass(61_000)
    await rig.settle()
    expect((await rig.followUp('GET_TRANS_STATUS', sale.body.trans_id)).body).toMatchObject({
      status: 'DECLINED',
      decline_reason: 'Timeout',
    })
  })

  test('an acquirer that holds the money after all is told to release it, once', async () => {
    bank.answerQuestion(async () => ({ is: 'absent' }))
    const late = Promise.withResolvers<Outcome>()
    bank.answerNext(() => late.promise)
    const order = fresh()
    const sale = rig.sale(order)
    await expect
      .poll(
        () =>
          bank.authorised.size &&
          rig.owner.query({
            name: 'seen',
            text: 'select from transaction where order_id = $1',
            values: [order.order_id],
          }),
      )
      .toHaveLength(1)
    rig.pass(6 * 60_000)
    await rig.settle()
    bank.reversed.length = 0
    late.resolve({ is: 'done', reference: 'late' })
    expect((await sale).body).toMatchObject({ result: 'DECLINED', decline_reason: 'Timeout' })
    await rig.settle()
    expect(bank.reversed).toHaveLength(1)
  })

  test('a process that dies between the two commits loses nothing', async () => {
    bank.answerNext(() => new Promise(() => {}))
    const order = fresh()
    void rig.sale(order) // Nobody ever gets this answer: its process is gone.
    await expect
      .poll(() =>
        rig.owner.query({
          name: 'seen',
          text: 'select from transaction where order_id = $1',
          values: [order.order_id],
        }),
      )
      .toHaveLength(1)
    bank.answerQuestion(done)
    rig.pass(60_000)
    await rig.settle()
    const status = await rig.followUp('GET_TRANS_STATUS_BY_ORDER', order.order_id)
    expect(status.body).toMatchObject({ status: 'PENDING', order_id: order.order_id })
  })
})
