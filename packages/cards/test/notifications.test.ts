import { afterEach, beforeEach, expect, test } from 'vitest'
import { followUpHash, subjectOf } from '../src/protocol/hash.ts'
import { openRig, password, visa, type Fields, type Rig } from './rig.ts'

const MINUTE = 60_000

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** A payment that was captured, whose notification is on its way. */
async function captured(order_id = 'order-1'): Promise<string> {
  const sale = await rig.sale({ order_id })
  rig.pass(1000)
  await rig.settle()
  return sale.body.trans_id
}

const slow = async () => {
  throw new DOMException('', 'TimeoutError')
}

test('a notification says what happened, signed over the transaction, and nothing that is empty', async () => {
  const id = await captured()
  expect(rig.inbox).toEqual([
    {
      action: 'CAPTURE',
      result: 'SUCCESS',
      status: 'SETTLED',
      order_id: 'order-1',
      trans_id: id,
      hash: followUpHash({ password, algorithm: 'md5' }, 'doe@example.com', id, subjectOf(visa)),
      trans_date: '2026-03-01 09:30:00',
      descriptor: 'CAMBIO',
      amount: '100.00',
      currency: 'EUR',
      card: '411111******1111',
      card_expiration_date: '01/2038',
    },
  ])
})

test.each([
  ['another word than OK', async () => ({ status: 200, text: 'ERROR' })],
  ['an error', async () => ({ status: 500, text: 'OK' })],
  ['a redirect', async () => ({ status: 302, text: 'OK' })],
  ['silence', slow],
])(
  'a reply of %s is no receipt: the notification is sent at 15, 30, 45 and 60 minutes, then failed',
  async (_, answer) => {
    rig.answerNotifications(answer)
    await captured()
    const sent: number[] = [rig.inbox.length]
    for (let minute = 5; minute <= 90; minute += 5) {
      rig.pass(5 * MINUTE)
      await rig.settle()
      sent.push(rig.inbox.length)
    }
    expect(sent).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5])
    expect(await stateOf()).toEqual(['failed'])
  },
)

test('whitespace around OK does not matter, and what was taken is not sent again', async () => {
  rig.answerNotifications(async () => ({ status: 200, text: ' ok\n' }))
  await captured()
  rig.pass(90 * MINUTE)
  await rig.settle()
  expect(rig.inbox).toHaveLength(1)
  expect(await stateOf()).toEqual(['delivered'])
})

test('five time-outs within five minutes block an address for a quarter of an hour, at no attempt', async () => {
  rig.answerNotifications(slow)
  for (let order = 1; order <= 5; order++) await captured(`slow-${order}`)
  expect(rig.inbox).toHaveLength(5)
  await captured('blocked')
  expect(rig.inbox).toHaveLength(5)
  rig.answerNotifications(async () => ({ status: 200, text: 'OK' }))
  rig.pass(14 * MINUTE)
  await rig.settle()
  expect(rig.inbox).toHaveLength(5)
  rig.pass(MINUTE)
  await rig.settle()
  expect(rig.inbox.map(({ order_id }) => order_id)).toContain('blocked')
  expect(new Set(await stateOf())).toEqual(new Set(['delivered']))
})

test('time-outs that lie further apart block nothing', async () => {
  rig.answerNotifications(slow)
  for (let order = 1; order <= 8; order++) {
    await captured(`apart-${order}`)
    rig.pass(2 * MINUTE)
  }
  expect(new Set(rig.inbox.map(({ order_id }) => order_id)).size).toBe(8)
})

test('a receipt forgives earlier time-outs', async () => {
  rig.answerNotifications(slow)
  for (let order = 1; order <= 4; order++) await captured(`slow-${order}`)
  rig.answerNotifications(async () => ({ status: 200, text: 'OK' }))
  await captured('well')
  rig.answerNotifications(slow)
  await captured('slow-5')
  rig.inbox.length = 0
  await captured('next')
  expect(rig.inbox).toHaveLength(1)
})

test('a requested token comes with the success, and is in no row', async () => {
  const sale = await rig.sale({ req_token: 'Y', card_exp_month: '05' })
  const { MD = '', PaReq = '', TermUrl = '' } = sale.body['redirect_params'] as Fields
  const page = await rig.app.request('/sandbox/3ds', {
    method: 'POST',
    body: new URLSearchParams({ MD, PaReq, TermUrl }),
  })
  const paRes = /value="(approve\.[^"]+)"/.exec(await page.text())?.[1] ?? ''
  await rig.app.request(TermUrl, { method: 'POST', body: new URLSearchParams({ MD, PaRes: paRes }) })
  await rig.settle()
  const token = rig.inbox.find(({ action }) => action === 'SALE')?.['card_token']
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  const stored = await rig.owner.query<{ fields: string }>({
    name: 'fields',
    text: 'select fields::text from notification',
    values: [],
  })
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('a merchant without an address is told nothing', async () => {
  await rig.saveMerchant({ notificationUrl: null })
  await captured()
  expect(rig.inbox).toEqual([])
})

async function stateOf(): Promise<string[]> {
  const rows = await rig.owner.query<{ state: string }>({
    name: 'states',
    text: 'select state from notification',
    values: [],
  })
  return rows.map(({ state }) => state)
}
