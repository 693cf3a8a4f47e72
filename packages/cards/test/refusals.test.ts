import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saleHash, subjectOf } from '../src/protocol/hash.ts'
import { merchantId, openRig, password, saleFields, visa, type Fields, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

let count = 0
const fresh = () => ({ order_id: `refused-${(count += 1)}` })

/** What an ERROR says, as its number and the numbers and texts of its details. */
async function refusalOf(fields: Fields): Promise<unknown> {
  const { status, body } = await rig.send(fields)
  expect(status).toBe(400)
  expect(body['result']).toBe('ERROR')
  const errors = body['errors'] as { error_code: number; error_message: string }[]
  expect(new Set(errors.map(({ error_code }) => error_code))).toEqual(new Set([body['error_code']]))
  return [body['error_code'], ...errors.map(({ error_message }) => error_message)]
}

const required = [
  'client_key',
  'order_id',
  'order_amount',
  'order_currency',
  'order_description',
  'card_number',
  'card_exp_month',
  'card_exp_year',
  'card_cvv2',
  'payer_first_name',
  'payer_last_name',
  'payer_birth_date',
  'payer_address',
  'payer_country',
  'payer_state',
  'payer_city',
  'payer_zip',
  'payer_email',
  'payer_phone',
  'payer_ip',
  'term_url_3ds',
  'hash',
]

test.each(required)('a SALE without %s is told so', async (field) => {
  expect(await refusalOf({ ...saleFields(fresh()), [field]: '' })).toEqual([
    100000,
    `${field}: This value should not be blank.`,
  ])
})

const limits: Readonly<Record<string, number>> = {
  order_id: 255,
  order_description: 1024,
  payer_first_name: 32,
  payer_last_name: 32,
  payer_middle_name: 32,
  payer_address: 255,
  payer_address2: 255,
  payer_house_number: 9,
  payer_state: 32,
  payer_city: 40,
  payer_district: 32,
  payer_zip: 10,
  payer_phone: 32,
}

test.each(Object.entries(limits))('%s takes %i characters and no more', async (field, longest) => {
  const full = await rig.sale({ ...fresh(), [field]: `${count}`.padEnd(longest, 'é') })
  expect(full.body['result']).toBe('SUCCESS')
  const over = { ...fresh(), [field]: `${count}`.padEnd(longest + 1, 'é') }
  expect(await refusalOf(saleFields(over))).toEqual([100000, `${field}: This value is not valid.`])
})

test('a character counts once, however long it is in memory', async () => {
  const name = '𠮷'.repeat(32)
  expect((await rig.sale({ ...fresh(), payer_last_name: name })).body['result']).toBe('SUCCESS')
  expect(await refusalOf(saleFields({ ...fresh(), payer_last_name: `${name}𠮷` }))).toEqual([
    100000,
    'payer_last_name: This value is not valid.',
  ])
})

test.each([
  ['card_number', '4111111111111112'],
  ['card_number', '411111111111'.padEnd(20, '1')],
  ['card_exp_month', '13'],
  ['card_exp_month', '1'],
  ['card_exp_year', '38'],
  ['card_cvv2', '12'],
  ['card_cvv2', '12345'],
  ['order_amount', '0'],
  ['order_amount', '0.00'],
  ['order_amount', '010.00'],
  ['order_amount', '-1.00'],
  ['order_amount', '1e2'],
  ['order_amount', '1,00'],
  ['order_amount', '10.001'],
  ['order_amount', '10.000'],
  ['order_amount', '9'.repeat(30)],
  ['order_currency', 'XXX'],
  ['order_currency', 'BTC'],
  ['order_currency', 'XAU'],
  ['order_currency', 'HRK'],
  ['order_currency', 'eur'],
  ['payer_birth_date', '1990-02-30'],
  ['payer_country', 'DEU'],
  ['payer_email', 'nobody'],
  ['payer_email', `${'a'.repeat(253)}@b.c`],
  ['payer_ip', '203.0.113.256'],
  ['term_url_3ds', 'javascript:alert(1)'],
  ['term_url_3ds', `https://shop.example/${'a'.repeat(1024)}`],
  ['term_url_target', '_other'],
  ['req_token', 'yes'],
  ['client_key', 'merchant'],
  ['payer_city', 'Ber\u0000lin'],
  ['payer_city', 'Ber\u001Blin'],
  ['order_id', 'one\ntwo'],
  ['order_id', 'one\ttwo'],
  ['card_number', '4111111111111111\n'],
  ['payer_email', 'doe@example.com\n'],
  ['term_url_3ds', 'https://shop.example/\nback'],
  ['term_url_target', 'my\nframe'],
])('%s cannot be %j', async (field, value) => {
  expect(await refusalOf(saleFields({ ...fresh(), [field]: value }))).toEqual([
    100000,
    `${field}: This value is not valid.`,
  ])
})

test.each([
  ['EUR', '10', '10.00'],
  ['EUR', '10.5', '10.50'],
  ['EUR', '0.01', '0.01'],
  ['JPY', '1000', '1000'],
  ['JPY', '1000.00', '1000'],
  ['KWD', '1.234', '1.234'],
  ['CHF', '10.5', '10.50'],
  ['BRL', '10', '10.00'],
  ['ISK', '1000.00', '1000'],
  ['MGA', '10.2', '10.20'],
  ['IQD', '1.5', '1.500'],
  ['CLF', '1.2345', '1.2345'],
  ['UYW', '1', '1.0000'],
])('in %s an amount of %s is answered as %s', async (order_currency, order_amount, amount) => {
  const sale = await rig.sale({ ...fresh(), order_currency, order_amount })
  expect(sale.body).toMatchObject({ result: 'SUCCESS', amount, currency: order_currency })
})

test.each([
  ['JPY', '1000.50'],
  ['JPY', '1000.0'],
  ['CHF', '10.000'],
  ['IQD', '1.2345'],
  ['CLF', '1.23456'],
])('in %s no amount of %s is taken', async (order_currency, order_amount) => {
  const fields = saleFields({ ...fresh(), order_currency, order_amount })
  expect(await refusalOf(fields)).toEqual([100000, 'order_amount: This value is not valid.'])
})

test('every field that is wrong is named at once', async () => {
  const fields = { ...saleFields(fresh()), payer_zip: '', payer_city: 'x'.repeat(41) }
  expect(await refusalOf(fields)).toEqual([
    100000,
    'payer_city: This value is not valid.',
    'payer_zip: This value should not be blank.',
  ])
})

describe('a request that is no plain form', () => {
  const post = async (body: string, type?: string) => {
    const headers = type === undefined ? {} : { 'content-type': type }
    const reply = await rig.app.request('/post', { method: 'POST', body, headers })
    return [reply.status, ((await reply.json()) as { error_message: string }).error_message]
  }

  test('is refused as a whole', async () => {
    const invalid = [400, 'Request data is invalid.']
    expect(await post(JSON.stringify(saleFields(fresh())), 'application/json')).toEqual(invalid)
    expect(await post('action=SALE', 'text/plain')).toEqual(invalid)
    expect(await post('no parts', 'multipart/form-data; boundary=x')).toEqual(invalid)
    expect(await post('', 'multipart/form-data')).toEqual(invalid)
  })

  test('names the field that was sent twice, as a file, or in no UTF-8', async () => {
    const twice = new URLSearchParams(saleFields(fresh()))
    twice.append('order_amount', '1.00')
    const file = new FormData()
    for (const [name, value] of Object.entries(saleFields(fresh()))) file.set(name, value)
    file.set('order_amount', new Blob(['100.00']))
    const latin = new URLSearchParams(saleFields(fresh())).toString().replace('Berlin', 'K%F6ln')
    const form = 'application/x-www-form-urlencoded'
    for (const [body, type, field] of [
      [twice, undefined, 'order_amount'],
      [file, undefined, 'order_amount'],
      [latin, form, 'payer_state'],
    ] as const) {
      const reply = await rig.app.request('/post', {
        method: 'POST',
        body,
        headers: type ? { 'content-type': type } : {},
      })
      expect(await reply.json()).toMatchObject({
        errors: [{ error_message: `${field}: This value is not valid.` }],
      })
    }
  })

  test('may say the same thing twice and carry fields that nobody knows', async () => {
    const fields = new URLSearchParams(saleFields(fresh()))
    fields.append('order_amount', '100.00')
    fields.append('parameters[deep][0]', 'x')
    fields.append('__proto__', 'x')
    const reply = await rig.app.request('/post', { method: 'POST', body: fields })
    expect(await reply.json()).toMatchObject({ result: 'SUCCESS' })
  })
})

test('an action is named, and is one of six', async () => {
  expect(await refusalOf({ client_key: merchantId })).toEqual([
    100000,
    'action: This value should not be blank.',
  ])
  for (const action of ['sale', 'DEBIT', 'constructor']) {
    expect(await refusalOf({ ...saleFields(fresh()), action })).toEqual([
      100000,
      'action: This value is not valid.',
    ])
  }
})

test('a wrong hash is refused, by card, by token and for what follows a SALE', async () => {
  const wrong = [100000, 'hash: Hash is not valid.']
  const hash = '0'.repeat(32)
  expect(await refusalOf({ ...saleFields(fresh()), hash })).toEqual(wrong)
  expect(
    await refusalOf({ ...saleFields({ ...fresh(), card_number: '', card_token: 'a'.repeat(64) }), hash }),
  ).toEqual(wrong)
  const order = fresh()
  const sale = await rig.sale(order)
  for (const action of ['CAPTURE', 'CREDITVOID', 'GET_TRANS_STATUS', 'GET_TRANS_DETAILS']) {
    expect(await refusalOf({ action, client_key: merchantId, trans_id: sale.body.trans_id, hash })).toEqual(
      wrong,
    )
  }
  const byOrder = { action: 'GET_TRANS_STATUS_BY_ORDER', client_key: merchantId, ...order, hash }
  expect(await refusalOf(byOrder)).toEqual(wrong)
})

describe('what another field takes the place of', () => {
  test.each(['a'.repeat(64), 'no token', '\u0000'])(
    'is not looked at: a token beside a card (%j)',
    async (token) => {
      const order = fresh()
      const sale = await rig.sale({ ...order, card_token: token })
      expect(sale.body['result']).toBe('SUCCESS')
      expect(await rig.sale({ ...order, card_token: 'another' })).toEqual(sale)
    },
  )

  test.each<Fields>([
    { req_token: 'perhaps' },
    { card_exp_month: '13' },
    { card_exp_year: '38' },
    { card_exp_month: '\u0000' },
  ])('is not looked at: %j beside a token', async (ignored) => {
    const card = await rig.sale({ ...fresh(), req_token: 'Y' })
    const byToken = { ...fresh(), card_token: String(card.body['card_token']), card_number: '' }
    const blank = { card_exp_month: '', card_exp_year: '' }
    const sale = await rig.sale({ ...byToken, ...blank, ...ignored })
    expect(sale.body['result']).toBe('SUCCESS')
    expect(await rig.sale({ ...byToken, ...blank })).toEqual(sale)
  })
})

test('a merchant that is not known, blocked, or calls from elsewhere has no mapping: 204002', async () => {
  const unknown = [204002, 'Enabled merchant mappings or MIDs not found.']
  const stranger = '22222222-2222-4222-8222-222222222222'
  expect(await refusalOf({ ...saleFields(fresh()), client_key: stranger })).toEqual(unknown)
  await rig.saveMerchant({ id: stranger, ipAllow: ['192.0.2.0/24', '2001:db8::/32'] })
  expect(await refusalOf({ ...saleFields(fresh()), client_key: stranger })).toEqual(unknown)
  await rig.saveMerchant({ id: stranger, ipAllow: ['127.0.0.0/8'] })
  expect((await rig.sale({ ...fresh(), client_key: stranger })).body['result']).toBe('SUCCESS')
})

describe('tokens', () => {
  const byToken = (card_token: string, more: Fields = {}) =>
    saleFields({ ...fresh(), card_token, card_number: '', card_exp_month: '', card_exp_year: '', ...more })

  test('205005: a token that nobody gave', async () => {
    expect(await refusalOf(byToken('a'.repeat(64)))).toEqual([205005, 'Card token is invalid or not found.'])
  })

  test('205006: a token whose card is over', async () => {
    const other = await openRig()
    const sale = await other.sale({ req_token: 'Y' })
    other.pass(13 * 366 * 86_400_000)
    const reply = await other.send(byToken(String(sale.body['card_token'])))
    expect(reply.body).toMatchObject({ error_code: 205006, error_message: 'Card token is expired.' })
    await other.close()
  })

  test("205007: another merchant's token", async () => {
    const sale = await rig.sale({ ...fresh(), req_token: 'Y' })
    const neighbour = '33333333-3333-4333-8333-333333333333'
    await rig.saveMerchant({ id: neighbour })
    const theirs = byToken(String(sale.body['card_token']), { client_key: neighbour })
    expect(await refusalOf(theirs)).toEqual([205007, 'Card token is not accessible.'])
  })

  test('the same card twice is one token; a token SALE gives none', async () => {
    const first = await rig.sale({ ...fresh(), req_token: 'Y' })
    const second = await rig.sale({ ...fresh(), req_token: 'Y' })
    expect(second.body['card_token']).toBe(first.body['card_token'])
    const again = await rig.send(byToken(String(first.body['card_token']), { req_token: 'Y' }))
    expect(again.body).toMatchObject({ result: 'SUCCESS' })
    expect(again.body).not.toHaveProperty('card_token')
  })

  test("a merchant's own token needs the security code every time", async () => {
    const sale = await rig.sale({ ...fresh(), req_token: 'Y' })
    const fields = byToken(String(sale.body['card_token']), { card_cvv2: '' })
    expect(await refusalOf(fields)).toEqual([100000, 'card_cvv2: This value should not be blank.'])
  })

  test('a merchant without tokenization gets none and can use none', async () => {
    const plain = '44444444-4444-4444-8444-444444444444'
    await rig.saveMerchant({ id: plain, tokenization: false })
    const sale = await rig.sale({ ...fresh(), client_key: plain, req_token: 'Y' })
    expect(sale.body).toMatchObject({ result: 'SUCCESS' })
    expect(sale.body).not.toHaveProperty('card_token')
  })
})

describe('what follows a SALE', () => {
  const unknown = '99999999-9999-4999-8999-999999999999'

  test('208001: no such payment, or another merchant has it', async () => {
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

  test('208003: a capture of what is not pending', async () => {
    const declined = await rig.sale({ ...fresh(), card_exp_month: '02' })
    expect((await rig.followUp('CAPTURE', declined.body.trans_id)).body).toMatchObject({ error_code: 208003 })
    const sale = await rig.sale(fresh())
    expect((await rig.followUp('CAPTURE', sale.body.trans_id)).body).toMatchObject({
      result: 'SUCCESS',
      status: 'SETTLED',
    })
    expect((await rig.followUp('CAPTURE', sale.body.trans_id)).body).toMatchObject({ error_code: 208003 })
  })

  test('208004: a capture above the hold', async () => {
    const sale = await rig.sale(fresh())
    const reply = await rig.followUp('CAPTURE', sale.body.trans_id, { amount: '100.01' })
    expect(reply.body).toMatchObject({ error_code: 208004 })
  })

  test('208005: nothing to give back of a SALE that was declined, is in a challenge, or was reversed', async () => {
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

  test('208006: a refund above what is left, refunds that were only accepted counted', async () => {
    const sale = await rig.sale(fresh())
    await rig.followUp('CAPTURE', sale.body.trans_id, { amount: '60.00' })
    const first = await rig.followUp('CREDITVOID', sale.body.trans_id, { amount: '40.00' })
    expect(first.body).toMatchObject({ result: 'ACCEPTED' })
    const over = await rig.followUp('CREDITVOID', sale.body.trans_id, { amount: '20.01' })
    expect(over.body).toMatchObject({ error_code: 208006 })
  })

  test('208008 and 208009: a hold is reversed whole', async () => {
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

test('a merchant above its budget for the minute is 429 and told when to come back; a stranger cannot spend it', async () => {
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
  expect(await refusalOf(test)).toEqual([100000, 'card_number: This value is not valid.'])
  const real = saleFields({ ...fresh(), client_key: live, card_number: '5555555555554444' })
  expect(await refusalOf(real)).toEqual([204002, 'Enabled merchant mappings or MIDs not found.'])
})

test('a merchant on SHA-256 is served by it alone', async () => {
  const modern = '77777777-7777-4777-8777-777777777777'
  await rig.saveMerchant({ id: modern, algorithm: 'sha256' })
  const fields = saleFields({ ...fresh(), client_key: modern })
  const hash = saleHash({ password, algorithm: 'sha256' }, 'doe@example.com', subjectOf(visa))
  expect(await refusalOf(fields)).toEqual([100000, 'hash: Hash is not valid.'])
  expect((await rig.send({ ...fields, hash })).body['result']).toBe('SUCCESS')
})
