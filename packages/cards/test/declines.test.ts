import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, saleFields, type Fields, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

let count = 0
async function declined(fields: Fields, times: number): Promise<void> {
  for (let sales = 0; sales < times; sales++)
    expect((await sell({ card_exp_month: '02', ...fields })).body).toMatchObject({ result: 'DECLINED' })
}

async function sell(fields: Fields) {
  const body = new URLSearchParams(saleFields({ order_id: `declines-${(count += 1)}`, ...fields }))
  const reply = await rig.app.request('/post', { method: 'POST', body })
  return {
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    body: (await reply.json()) as object,
  }
}

const over = (retryAfter: string) => ({
  status: 429,
  retryAfter,
  body: {
    error_code: 429,
    error_message:
      'Too many payments of this payer were declined. This one charged nothing; try again later.',
  },
})

test('any payer may be declined any number of times, where the merchant does not say otherwise', async () => {
  await declined({}, 6)
})

test('a payer is declined only so many times in an hour, by e-mail address and by network', async () => {
  await rig.saveMerchant({ declinesPerHour: 2 })
  const card = { payer_email: 'tester@example.com', payer_ip: '2001:db8::1' }
  await declined(card, 1)
  rig.pass(60_000)
  await declined(card, 1)
  expect(await sell({ ...card, payer_email: 'other@example.com', payer_ip: '2001:db8::2' })).toMatchObject(
    over('3540'),
  )
  expect(await sell({ payer_email: 'Tester@Example.com', payer_ip: '192.0.2.1' })).toMatchObject(over('3540'))
  expect(await sell({ payer_email: 'other@example.com', payer_ip: '192.0.2.1' })).toMatchObject({
    status: 200,
  })
  rig.pass(3_540_000)
  expect(await sell(card)).toMatchObject({ status: 200 })
})

test('a payer is declined only so many times in a day, by e-mail address and by network', async () => {
  await rig.saveMerchant({ declinesPerHour: 2, declinesPerDay: 3 })
  const card = { payer_email: 'patient@example.com', payer_ip: '192.0.2.9' }
  for (let hours = 0; hours < 3; hours++) {
    await declined(card, 1)
    rig.pass(3_600_001)
  }
  expect(await sell(card)).toMatchObject(over('75600'))
  rig.pass(75_600_000)
  expect(await sell(card)).toMatchObject({ status: 200 })
})
