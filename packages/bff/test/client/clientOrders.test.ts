import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { ClientOrderList } from '@cambio/wire/order/OrderList.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { ethAddress, openRig, payer, rival, shop, type Reply, type Rig } from '../rig.ts'
import { rowCounts } from '../store/rowCounts.ts'
import { registerClient, type RegisteredClient } from './registerClient.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const terms = { payin_currency: 'EUR', payin_amount: '100', payout_currency: 'ETH' }
const body = { ...terms, dst_address: ethAddress }
const createPathOfClient = '/api/v2/client/order/create'
const feePath = '/api/v2/client/order/fee'
const orderPath = (id: unknown) => `/api/v2/client/order/${String(id)}`

const create = (client: RegisteredClient, fields: object = {}): Promise<Reply> =>
  client.send('POST', createPathOfClient, { ...body, ...fields })

describe('an order of a client', () => {
  test('an order of a client waits for payment at its page, and is answered without the partner’s data', async () => {
    const client = await registerClient(rig)
    const created = await create(client)
    expect(created.status).toBe(200)
    expect(created.body).toMatchObject({
      status: 'payin_pending',
      payin_amount: '100.00',
      payin_group: 'card',
      payout_group: 'crypto',
      dst_address: ethAddress,
      success: 1,
    })
    expect(created.body).not.toHaveProperty('partner_order_id')
    const { pathname, search } = new URL(String(created.at('redirect')))
    expect((await rig.send('GET', pathname + search)).status).toBe(200)
    const view = await client.send('GET', orderPath(created.at('client_order_id')))
    expect(view.body).toMatchObject({ status: 'payin_pending', payin_amount: '100.00', status_log: [{}] })
    for (const hidden of ['partner_order_id', 'payib_method', 'substatus', 'child_order_id'])
      expect(view.body).not.toHaveProperty(hidden)
  })

  test('an order of a client says where its client lives and last logged in from', async () => {
    const client = await registerClient(rig, {
      country: 'AT',
      client_ip: '203.0.113.8',
      remote_country: 'FR',
    })
    const id = (await create(client)).at('client_order_id')
    const countries = { client_country: 'AT', country_by_ip: 'DE' }
    expect((await client.send('GET', orderPath(id))).body).toMatchObject(countries)
    expect((await rig.partner('GET', `/api/v2/partner/order/${String(id)}`)).body).toMatchObject(countries)
    const other = { ...createBody('of-another-country'), client_email: client.email, remote_country: 'FR' }
    await rig.partner('POST', createPath, other)
    const order = await rig.partner('GET', `/api/v2/partner/order/${other.partner_order_id}`)
    expect(order.body).toMatchObject({ client_country: 'AT', country_by_ip: 'FR' })
  })

  test('an order of a client is known to its partner under its own id', async () => {
    const id = (await create(await registerClient(rig))).at('client_order_id')
    const order = await rig.partner('GET', `/api/v2/partner/order/${String(id)}`)
    expect(order.body).toMatchObject({ partner_order_id: id, client_order_id: id })
  })

  test('an order of a client never takes an id that the partner has used', async () => {
    const picked: string[] = []
    const { random } = rig.exchange
    const pick = (alphabet: string, length: number) => picked.shift() ?? random.pick(alphabet, length)
    const scripted = await openRig({ random: { ...random, pick } })
    try {
      const client = await registerClient(scripted)
      await scripted.partner('POST', createPath, createBody('AAAAA-AAAAAA'))
      picked.push('AAAAA', 'AAAAAA')
      const created = await create(client)
      expect([created.status, picked]).toEqual([200, []])
      expect(created.at('client_order_id')).not.toBe('AAAAA-AAAAAA')
    } finally {
      await scripted.close()
    }
  })

  test('an order of a client is unknown to every other client, of this partner and of another', async () => {
    const id = (await create(await registerClient(rig))).at('client_order_id')
    const others = [await registerClient(rig), await registerClient(rig, {}, rival)]
    for (const other of others)
      expect(statusAndCode(await other.send('GET', orderPath(id)))).toEqual([404, 'order_unknown'])
    expect(statusAndCode(await others[0]!.send('GET', orderPath('nobody')))).toEqual([404, 'order_unknown'])
  })

  test('an order that a partner has placed for a client is seen by that client too', async () => {
    const client = await registerClient(rig)
    const fields = { ...createBody('for-the-client'), client_email: client.email }
    const created = await rig.partner('POST', createPath, fields)
    const view = await client.send('GET', orderPath(created.at('client_order_id')))
    expect([view.status, view.at('status')]).toEqual([200, 'processing'])
  })

  test('an order of a client is placed only once under an Idempotency-Key', async () => {
    const client = await registerClient(rig)
    const send = () => client.send('POST', createPathOfClient, body, { 'Idempotency-Key': 'place-once' })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  test('an order of a client costs less with a coupon', async () => {
    await rig.owner.query(
      statement(`insert into coupon (partner_id, code, off_bps, valid_from, valid_until, most_uses)
        select id, 'HALF', 5000, '2026-01-01', '2027-01-01', 9 from partner where api_key = 'SHOP'`),
    )
    const client = await registerClient(rig)
    const feeOf = async (created: Reply) =>
      (await client.send('GET', orderPath(created.at('client_order_id')))).at('service_fee_amount')
    expect(Number(await feeOf(await create(client, { coupon: 'HALF' })))).toBeLessThan(
      Number(await feeOf(await create(client))),
    )
  })

  const refused: readonly [object, number, string][] = [
    [{ payin_amount: undefined }, 400, 'amount_required'],
    [{ payout_amount: '1' }, 400, 'both_amounts_given'],
    [{ payin_amount: '-1' }, 400, 'amount_invalid'],
    [{ payin_amount: '1.001' }, 400, 'amount_precision'],
    [{ payin_amount: '1' }, 422, 'amount_out_of_bounds'],
    [{ payin_currency: 'XXX' }, 422, 'currency_unknown'],
    [{ payout_currency: 'EUR' }, 422, 'pair_unavailable'],
    [{ payin_group: 'neteller' }, 422, 'group_unavailable'],
    [{ dst_address: undefined }, 422, 'address_required'],
    [{ dst_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }, 422, 'address_invalid'],
    [{ coupon: 'NONE' }, 422, 'coupon_invalid'],
    [{ partner_order_id: 'mine' }, 400, 'unknown_field'],
  ]
  test.each(refused)(
    'an order of a client with %j is refused and leaves nothing',
    async (changed, status, code) => {
      const client = await registerClient(rig)
      const before = await rowCounts(rig)
      expect(statusAndCode(await create(client, changed))).toEqual([status, code])
      expect(await rowCounts(rig)).toEqual(before)
    },
  )

  test('an order is refused to a client who lives where we sell nothing, or take no cards', async () => {
    const cardless = await registerClient(rig, { country: 'RU' })
    expect(statusAndCode(await create(cardless))).toEqual([422, 'card_country_forbidden'])
    const client = await registerClient(rig)
    const entry = await rig.openRequest()
    await rig.widget('PUT', `/api/widget/${entry}/payer`, { ...payer, country: 'DE' }, client.session)
    await rig.owner.query({
      name: 'moved',
      text: `update client set payer = payer || '{"country":"KP"}' where email = $1`,
      values: [client.email],
    })
    expect(statusAndCode(await create(client))).toEqual([422, 'country_forbidden'])
  })
})

describe('the number of a client’s unpaid orders', () => {
  test('a client may have three unpaid orders, however many it places at once', async () => {
    const client = await registerClient(rig)
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(client)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(statusAndCode(reply)).toEqual([409, 'too_many_unpaid_orders'])
  })

  test('an order that has expired, or that the partner placed, does not count as unpaid', async () => {
    const client = await registerClient(rig)
    const fields = { ...createBody('of-the-partner'), client_email: client.email }
    expect((await rig.partner('POST', createPath, fields)).status).toBe(200)
    for (let orders = 0; orders < 3; orders++) expect((await create(client)).status).toBe(200)
    expect((await create(client)).status).toBe(409)
    rig.pass(60 * 60 * 1_000)
    expect((await create(client)).status).toBe(200)
  })
})

describe('a client’s fee', () => {
  test('a client’s fee has the bounds and the client’s remaining limit in the currency of the pay-in', async () => {
    const client = await registerClient(rig)
    const quote = await client.send('POST', feePath, terms)
    expect(quote.body).toMatchObject({
      payin_amount: '100.00',
      payin_min_amount: expect.any(String),
      limits: { client_limit_in_payin_currency: '0.00', verification_level: 'unverified' },
    })
    const entry = await rig.openRequest()
    await rig.widget('PUT', `/api/widget/${entry}/payer`, payer, client.session)
    expect((await client.send('POST', feePath, terms)).at('limits')).toEqual({
      client_limit_in_payin_currency: '150.00',
      verification_level: 'basic',
    })
    const inYen = await client.send('POST', feePath, {
      ...terms,
      payin_currency: 'JPY',
      payin_amount: '15000',
    })
    expect(inYen.at('limits.client_limit_in_payin_currency')).toMatch(/^\d+$/)
  })

  test('a client’s fee is waived on the first order alone, where the partner offers it and the client asks for it', async () => {
    await rig.ensurePartner({ ...rival, firstOrderFree: true })
    const client = await registerClient(rig, {}, rival)
    const fee = async (fields: object = {}) =>
      (await client.send('POST', feePath, { ...terms, ...fields })).at('margin_fee')
    expect(await fee()).toBe('0.00')
    expect(await fee({ free_first: 0 })).not.toBe('0.00')
    const created = await create(client)
    const order = await client.send('GET', orderPath(created.at('client_order_id')))
    expect(order.at('service_fee_amount')).toBe('0.00')
    expect(await fee()).not.toBe('0.00')
  })

  test('a client’s fee that the partner asks for has the limits of the client that it names', async () => {
    const client = await registerClient(rig)
    const fetchFee = (fields: object, as = shop) =>
      rig.partner('POST', '/api/v2/partner/order/fee', { partner_order_id: 'x', ...terms, ...fields }, { as })
    expect((await fetchFee({})).body).not.toHaveProperty('limits')
    expect((await fetchFee({ client_external_id: client.externalId })).at('limits')).toEqual({
      client_limit_in_payin_currency: '0.00',
      verification_level: 'unverified',
    })
    for (const reply of [
      await fetchFee({ client_external_id: 'nobody' }),
      await fetchFee({ client_external_id: client.externalId }, rival),
    ]) {
      expect(statusAndCode(reply)).toEqual([404, 'client_unknown'])
      expect(reply.at('errors.0.pointer')).toBe('/client_external_id')
    }
  })
})

test('an order that a client has placed is paid like any other', async () => {
  const client = await registerClient(rig)
  const created = await create(client, { payin_amount: '50' })
  const { pathname, searchParams } = new URL(String(created.at('redirect')))
  const path = `/api/widget/${pathname.split('/').at(-1)}~${searchParams.get('k')}`
  await rig.widget('PUT', `${path}/payer`, payer, client.session)
  const charged = await rig.charge({ path, session: client.session }, 'held')
  expect(charged.at('order.status')).toBe('auth_success')
  const [attempt] = await rig.attempts(String(created.at('client_order_id')))
  rig.card.becomes(String(attempt?.platformOrderId), 'settled')
  await rig.settle()
  const view = await client.send('GET', orderPath(created.at('client_order_id')))
  expect(view.at('status')).toBe('finished')
  expect((await client.send('POST', feePath, terms)).at('limits.client_limit_in_payin_currency')).toBe(
    '100.00',
  )
})

describe('a client’s list of orders', () => {
  const list = (client: RegisteredClient, query = '') =>
    client.send('GET', `/api/v2/client/order/list?${query}`)
  const idsOf = (reply: Reply) => z.parse(ClientOrderList, reply.body).data.map(({ id }) => id)

  test('a client’s list has only its own orders, newest first, by pages and by cursor', async () => {
    const [client, other] = [await registerClient(rig), await registerClient(rig)]
    const ids: string[] = []
    for (let orders = 0; orders < 3; orders++) {
      ids.unshift(String((await create(client)).at('client_order_id')))
      rig.pass(1_000)
    }
    await create(other)
    const all = await list(client)
    expect(all.body).toMatchObject({ rows: 50, total: 3, next_cursor: null })
    expect(idsOf(all)).toEqual(ids)
    expect(all.at('data.0')).toEqual({
      created_at: expect.stringMatching(/^\d+\.\d{6}$/),
      id: ids[0],
      client_order_id: ids[0],
    })
    const first = await list(client, 'rows=2')
    expect([idsOf(first), first.at('total')]).toEqual([ids.slice(0, 2), 3])
    const rest = [
      await list(client, 'rows=2&page=2'),
      await list(client, `cursor=${String(first.at('next_cursor'))}`),
    ]
    for (const reply of rest) expect(idsOf(reply)).toEqual(ids.slice(2))
    const since = await list(client, `timestamp=${String(all.at('data.1.created_at'))}`)
    expect([idsOf(since), since.at('total')]).toEqual([ids.slice(0, 2), 2])
    expect(idsOf(await list(client, 'page=9'))).toEqual([])
  })

  test('a client’s list does not open by the cursor of another client', async () => {
    const [client, other] = [await registerClient(rig), await registerClient(rig)]
    for (const each of [client, other]) for (let orders = 0; orders < 2; orders++) await create(each)
    const cursor = String((await list(client, 'rows=1')).at('next_cursor'))
    expect((await list(other, `cursor=${cursor}`)).status).toBe(400)
    expect(statusAndCode(await list(client, `cursor=${cursor}&page=2`))).toEqual([400, 'fields_incompatible'])
  })
})
