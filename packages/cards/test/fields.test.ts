import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from './refusalOf.ts'
import { openRig, saleFields, type Fields, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

let count = 0
const fresh = () => ({ order_id: `fields-${(count += 1)}` })

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

test.each(required)('a SALE without %s is refused by that field', async (field) => {
  expect(await refusalOf(rig, { ...saleFields(fresh()), [field]: '' })).toEqual([
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

test.each(Object.entries(limits))('the field %s takes %i characters and no more', async (field, longest) => {
  const full = await rig.sale({ ...fresh(), [field]: `${count}`.padEnd(longest, 'é') })
  expect(full.body['result']).toBe('SUCCESS')
  const over = { ...fresh(), [field]: `${count}`.padEnd(longest + 1, 'é') }
  expect(await refusalOf(rig, saleFields(over))).toEqual([100000, `${field}: This value is not valid.`])
})

test('a character counts once, however long it is in memory', async () => {
  const name = '𠮷'.repeat(32)
  expect((await rig.sale({ ...fresh(), payer_last_name: name })).body['result']).toBe('SUCCESS')
  expect(await refusalOf(rig, saleFields({ ...fresh(), payer_last_name: `${name}𠮷` }))).toEqual([
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
])('the field %s cannot be %j', async (field, value) => {
  expect(await refusalOf(rig, saleFields({ ...fresh(), [field]: value }))).toEqual([
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
])('a SALE in %s with an amount of %s is answered with %s', async (order_currency, order_amount, amount) => {
  const sale = await rig.sale({ ...fresh(), order_currency, order_amount })
  expect(sale.body).toMatchObject({ result: 'SUCCESS', amount, currency: order_currency })
})

test.each([
  ['JPY', '1000.50'],
  ['JPY', '1000.0'],
  ['CHF', '10.000'],
  ['IQD', '1.2345'],
  ['CLF', '1.23456'],
])('a SALE in %s takes no amount of %s', async (order_currency, order_amount) => {
  const fields = saleFields({ ...fresh(), order_currency, order_amount })
  expect(await refusalOf(rig, fields)).toEqual([100000, 'order_amount: This value is not valid.'])
})

test('every field that is wrong is named at once', async () => {
  const fields = { ...saleFields(fresh()), payer_zip: '', payer_city: 'x'.repeat(41) }
  expect(await refusalOf(rig, fields)).toEqual([
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

  test('a request that is no plain form is refused as a whole', async () => {
    const invalid = [400, 'Request data is invalid.']
    expect(await post(JSON.stringify(saleFields(fresh())), 'application/json')).toEqual(invalid)
    expect(await post('action=SALE', 'text/plain')).toEqual(invalid)
    expect(await post('no parts', 'multipart/form-data; boundary=x')).toEqual(invalid)
    expect(await post('', 'multipart/form-data')).toEqual(invalid)
  })

  test('a request with a field sent twice, as a file, or in no UTF-8 is refused by that field', async () => {
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

  test('a request may repeat a field with an equal value and carry unknown fields', async () => {
    const fields = new URLSearchParams(saleFields(fresh()))
    fields.append('order_amount', '100.00')
    fields.append('parameters[deep][0]', 'x')
    fields.append('__proto__', 'x')
    const reply = await rig.app.request('/post', { method: 'POST', body: fields })
    expect(await reply.json()).toMatchObject({ result: 'SUCCESS' })
  })
})

describe('a field that another field replaces', () => {
  test.each(['a'.repeat(64), 'no token', '\u0000'])(
    'a token beside a card is not looked at (%j)',
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
  ])('a card field beside a token is not looked at: %j', async (ignored) => {
    const card = await rig.sale({ ...fresh(), req_token: 'Y' })
    const byToken = { ...fresh(), card_token: String(card.body['card_token']), card_number: '' }
    const blank = { card_exp_month: '', card_exp_year: '' }
    const sale = await rig.sale({ ...byToken, ...blank, ...ignored })
    expect(sale.body['result']).toBe('SUCCESS')
    expect(await rig.sale({ ...byToken, ...blank })).toEqual(sale)
  })
})
