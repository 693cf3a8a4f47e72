import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saleHash, subjectOf } from '../src/protocol/hash.ts'
import { refusalOf } from './refusalOf.ts'
import { merchantId, openRig, password, saleFields, visa, type Fields, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

let count = 0
const fresh = () => ({ order_id: `refused-${(count += 1)}` })

test('an action is named, and is one of six', async () => {
  expect(await refusalOf(rig, { client_key: merchantId })).toEqual([
    100000,
    'action: This value should not be blank.',
  ])
  for (const action of ['sale', 'DEBIT', 'constructor']) {
    expect(await refusalOf(rig, { ...saleFields(fresh()), action })).toEqual([
      100000,
      'action: This value is not valid.',
    ])
  }
})

test('a wrong hash is refused, by card, by token and for what follows a SALE', async () => {
  const wrong = [100000, 'hash: Hash is not valid.']
  const hash = '0'.repeat(32)
  expect(await refusalOf(rig, { ...saleFields(fresh()), hash })).toEqual(wrong)
  expect(
    await refusalOf(rig, {
      ...saleFields({ ...fresh(), card_number: '', card_token: 'a'.repeat(64) }),
      hash,
    }),
  ).toEqual(wrong)
  const order = fresh()
  const sale = await rig.sale(order)
  for (const action of ['CAPTURE', 'CREDITVOID', 'GET_TRANS_STATUS', 'GET_TRANS_DETAILS']) {
    expect(
      await refusalOf(rig, { action, client_key: merchantId, trans_id: sale.body.trans_id, hash }),
    ).toEqual(wrong)
  }
  const byOrder = { action: 'GET_TRANS_STATUS_BY_ORDER', client_key: merchantId, ...order, hash }
  expect(await refusalOf(rig, byOrder)).toEqual(wrong)
})

test('a malformed hash, too short or no hexadecimal, is answered like any wrong hash', async () => {
  const wrong = [100000, 'hash: Hash is not valid.']
  for (const hash of ['wrong', '0'.repeat(31), 'g'.repeat(32), '0'.repeat(65)]) {
    expect(await refusalOf(rig, { ...saleFields(fresh()), hash }), hash).toEqual(wrong)
  }
})

test('a merchant that is unknown, blocked, or calls from elsewhere has no mapping: 204002', async () => {
  const unknown = [204002, 'Enabled merchant mappings or MIDs not found.']
  const stranger = '22222222-2222-4222-8222-222222222222'
  expect(await refusalOf(rig, { ...saleFields(fresh()), client_key: stranger })).toEqual(unknown)
  await rig.saveMerchant({ id: stranger, ipAllow: ['192.0.2.0/24', '2001:db8::/32'] })
  expect(await refusalOf(rig, { ...saleFields(fresh()), client_key: stranger })).toEqual(unknown)
  await rig.saveMerchant({ id: stranger, ipAllow: ['127.0.0.0/8'] })
  expect((await rig.sale({ ...fresh(), client_key: stranger })).body['result']).toBe('SUCCESS')
})

describe('tokens', () => {
  const byToken = (card_token: string, more: Fields = {}) =>
    saleFields({ ...fresh(), card_token, card_number: '', card_exp_month: '', card_exp_year: '', ...more })

  test('an unknown token is refused with 205005', async () => {
    expect(await refusalOf(rig, byToken('a'.repeat(64)))).toEqual([
      205005,
      'Card token is invalid or not found.',
    ])
  })

  test('a token whose card has expired is refused with 205006', async () => {
    const other = await openRig()
    const sale = await other.sale({ req_token: 'Y' })
    other.pass(13 * 366 * 86_400_000)
    const reply = await other.send(byToken(String(sale.body['card_token'])))
    expect(reply.body).toMatchObject({ error_code: 205006, error_message: 'Card token is expired.' })
    await other.close()
  })

  test('a token of another merchant is refused with 205007', async () => {
    const sale = await rig.sale({ ...fresh(), req_token: 'Y' })
    const neighbour = '33333333-3333-4333-8333-333333333333'
    await rig.saveMerchant({ id: neighbour })
    const theirs = byToken(String(sale.body['card_token']), { client_key: neighbour })
    expect(await refusalOf(rig, theirs)).toEqual([205007, 'Card token is not accessible.'])
  })

  test('a card used twice has one token; a token SALE gives none', async () => {
    const first = await rig.sale({ ...fresh(), req_token: 'Y' })
    const second = await rig.sale({ ...fresh(), req_token: 'Y' })
    expect(second.body['card_token']).toBe(first.body['card_token'])
    const again = await rig.send(byToken(String(first.body['card_token']), { req_token: 'Y' }))
    expect(again.body).toMatchObject({ result: 'SUCCESS' })
    expect(again.body).not.toHaveProperty('card_token')
  })

  test('a token needs the security code every time', async () => {
    const sale = await rig.sale({ ...fresh(), req_token: 'Y' })
    const fields = byToken(String(sale.body['card_token']), { card_cvv2: '' })
    expect(await refusalOf(rig, fields)).toEqual([100000, 'card_cvv2: This value should not be blank.'])
  })

  test('a merchant without tokenization gets no tokens and can use none', async () => {
    const plain = '44444444-4444-4444-8444-444444444444'
    await rig.saveMerchant({ id: plain, tokenization: false })
    const sale = await rig.sale({ ...fresh(), client_key: plain, req_token: 'Y' })
    expect(sale.body).toMatchObject({ result: 'SUCCESS' })
    expect(sale.body).not.toHaveProperty('card_token')
  })
})

describe('actions after a SALE', () => {
  const unknown = '99999999-9999-4999-8999-999999999999'

  test('an unknown payment, or one of another merchant, is refused with 208001', async () => {
    const sale = await rig.sale(fresh())
    const neighbour = '55555555-5555-4555-8555-555555555555'
    await rig.saveMerchant({ id: neighbour })
    for (const action of ['CAPTURE', 'CREDITVOID', 'GET_TRANS_STATUS', 'GET_TRANS_DETAILS']) {
      const ours = await rig.followUp(action, unknown)
      expect(ours.body).toMatchObject({ error_code: 208001, error_message: 'Payment not found.' })
      const theirs = await rig.followUp(action, sale.body.trans_id, { client_key: neighbour })
      expect(theirs.body).toMatchObject({ error_code: 208001 })
    }
    const byOrder = await rig.followUp('GET_TRANS_STATUS_BY_ORDER', 'never-sent')
    expect(byOrder.body).toMatchObject({ error_code: 208001 })
  })

  test('a capture of a payment that is not pending is refused with 208003', async () => {
    const declined = await rig.sale({ ...fresh(), card_exp_month: '02' })
    expect((await rig.followUp('CAPTURE', declined.body.trans_id)).body).toMatchObject({ error_code: 208003 })
    const sale = await rig.sale(fresh())
    expect((await rig.followUp('CAPTURE', sale.body.trans_id)).body).toMatchObject({
      result: 'SUCCESS',
      status: 'SETTLED',
    })
    expect((await rig.followUp('CAPTURE', sale.body.trans_id)).body).toMatchObject({ error_code: 208003 })
  })

  test('a capture above the hold is refused with 208004', async () => {
    const sale = await rig.sale(fresh())
    const reply = await rig.followUp('CAPTURE', sale.body.trans_id, { amount: '100.01' })
    expect(reply.body).toMatchObject({ error_code: 208004 })
  })

  test('a refund of a SALE that was declined, is in a challenge, or was reversed is refused with 208005', async () => {
    for (const card of [{ card_exp_month: '02' }, { card_exp_month: '05' }]) {
      const sale = await rig.sale({ ...fresh(), ...card })
      expect((await rig.followUp('CREDITVOID', sale.body.trans_id)).body).toMatchObject({
        error_code: 208005,
      })
    }
    const sale = await rig.sale(fresh())
    await rig.followUp('CREDITVOID', sale.body.trans_id)
    expect((await rig.followUp('CREDITVOID', sale.body.trans_id)).body).toMatchObject({ error_code: 208005 })
  })

  test('a refund above what is left is refused with 208006, accepted refunds counted', async () => {
    const sale = await rig.sale(fresh())
    await rig.followUp('CAPTURE', sale.body.trans_id, { amount: '60.00' })
    const first = await rig.followUp('CREDITVOID', sale.body.trans_id, { amount: '40.00' })
    expect(first.body).toMatchObject({ result: 'ACCEPTED' })
    const over = await rig.followUp('CREDITVOID', sale.body.trans_id, { amount: '20.01' })
    expect(over.body).toMatchObject({ error_code: 208006 })
  })

  test('a hold is only reversed whole, or refused with 208008 and 208009', async () => {
    const sale = await rig.sale(fresh())
    const above = await rig.followUp('CREDITVOID', sale.body.trans_id, { amount: '100.01' })
    expect(above.body).toMatchObject({ error_code: 208008 })
    const part = await rig.followUp('CREDITVOID', sale.body.trans_id, { amount: '99.99' })
    expect(part.body).toMatchObject({ error_code: 208009 })
    const whole = await rig.followUp('CREDITVOID', sale.body.trans_id, { amount: '100.00' })
    expect(whole.body).toMatchObject({ result: 'ACCEPTED' })
  })
})

test('a body above 64 KB is 413, and the protocol still says so in its own words', async () => {
  const body = new URLSearchParams({ ...saleFields(fresh()), extra: 'x'.repeat(70_000) })
  const reply = await rig.app.request('/post', {
    method: 'POST',
    body,
    headers: { 'content-length': String(body.toString().length) },
  })
  expect(reply.status).toBe(413)
  expect(await reply.json()).toMatchObject({ result: 'ERROR', error_code: 413 })
})

test('a merchant above its budget for the minute is 429 and told when to come back; others cannot spend it', async () => {
  const small = '66666666-6666-4666-8666-666666666666'
  await rig.saveMerchant({ id: small, salesPerMinute: 2 })
  const send = (fields: Fields) =>
    rig.app.request('/post', { method: 'POST', body: new URLSearchParams(fields) })
  for (let forged = 0; forged < 5; forged++)
    await send({ ...saleFields({ ...fresh(), client_key: small }), hash: 'f'.repeat(32) })
  expect((await send(saleFields({ ...fresh(), client_key: small }))).status).toBe(200)
  expect((await send(saleFields({ ...fresh(), client_key: small }))).status).toBe(200)
  const over = await send(saleFields({ ...fresh(), client_key: small }))
  expect(over.status).toBe(429)
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  rig.pass(60_000)
  expect((await send(saleFields({ ...fresh(), client_key: small }))).status).toBe(200)
})

test('a live merchant takes no test card, and no card at all while nobody takes live cards', async () => {
  const live = '88888888-8888-4888-8888-888888888888'
  await rig.saveMerchant({ id: live, mode: 'live' })
  const test = saleFields({ ...fresh(), client_key: live, card_exp_year: '2030' })
  expect(await refusalOf(rig, test)).toEqual([100000, 'card_number: This value is not valid.'])
  const real = saleFields({ ...fresh(), client_key: live, card_number: '5353530000000008' })
  expect(await refusalOf(rig, real)).toEqual([204002, 'Enabled merchant mappings or MIDs not found.'])
})

test.each(['4242424242424242', '5555555555554444', '2223003122003222', '378282246310005', '30569309025904'])(
  'a live merchant takes no card that is published for tests: %s',
  async (card_number) => {
    const live = '99999999-9999-4999-8999-999999999999'
    await rig.saveMerchant({ id: live, mode: 'live' })
    const sale = saleFields({ ...fresh(), client_key: live, card_number, card_exp_year: '2030' })
    expect(await refusalOf(rig, sale)).toEqual([100000, 'card_number: This value is not valid.'])
  },
)

test('a merchant on SHA-256 is served by it alone', async () => {
  const modern = '77777777-7777-4777-8777-777777777777'
  await rig.saveMerchant({ id: modern, algorithm: 'sha256' })
  const fields = saleFields({ ...fresh(), client_key: modern })
  const hash = saleHash({ password, algorithm: 'sha256' }, 'doe@example.com', subjectOf(visa))
  expect(await refusalOf(rig, fields)).toEqual([100000, 'hash: Hash is not valid.'])
  expect((await rig.send({ ...fields, hash })).body['result']).toBe('SUCCESS')
})
