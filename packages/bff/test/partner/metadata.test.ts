import { Problem } from '@cambio/wire/http/Problem.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { codeOf, creditBalance, registerBalanceClient, withdraw } from '../balance/balanceRig.ts'
import { registerClient } from '../client/registerClient.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, rival, type Rig } from '../rig.ts'

/* What a partner notes with its requests, orders and clients: it reads it again everywhere, and no buyer does. */

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const noted = { cart: 'cart-17', 'utm.source': 'news letter', note: '= "Ünï" \u{1f600}' }
const SECRET = 'cart-17'
const requestPath = '/api/v2/partner/create_request'

test('an order has its notes in the list, the report, its callbacks and the feed', async () => {
  const created = await rig.partner('POST', createPath, { ...createBody('noted'), metadata: noted })
  expect([created.status, created.at('metadata')]).toEqual([200, noted])
  const order = await rig.partner('GET', '/api/v2/partner/order/noted')
  expect(order.at('metadata')).toEqual(noted)
  const list = await rig.partner('GET', '/api/v2/partner/order/list?include=order&rows=1')
  expect(list.at('data.0.order.metadata')).toEqual(noted)
  const report = '/api/v2/partner/report/orders'
  const { text } = await rig.partner('GET', `${report}?format=jsonl`)
  expect(JSON.parse(text)).toMatchObject({ metadata: noted })
  expect((await rig.partner('GET', report)).text).toContain('"{""cart"":""cart-17""')
  await rig.work.tick()
  const sent = rig.deliveries.map(({ body }) => JSON.parse(body).client_order.metadata)
  expect(sent).toEqual([noted, noted])
  const feed = await rig.partner('GET', '/api/v2/partner/events')
  expect(feed.at('data.0.callback.client_order.metadata')).toEqual(noted)
  await rig.partner('POST', createPath, createBody('bare'))
  expect((await rig.partner('GET', '/api/v2/partner/order/bare')).at('metadata')).toBeUndefined()
})

test('an order of the widget has the notes of its request, which its buyer never reads', async () => {
  const opened = await rig.partner('POST', requestPath, { partner_order_id: 'asked', metadata: noted })
  expect(opened.status).toBe(200)
  const request = await rig.partner('GET', '/api/v2/partner/request/asked')
  expect(request.at('metadata')).toEqual(noted)
  const path = `/api/widget/${String(opened.at('request_id'))}`
  const session = await rig.buyerAt(String(opened.at('request_id')), 'noted@example.com')
  const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  const dst_address = createBody('any').dst_address
  const placing = { quote_id: quote.at('quote_id'), dst_address }
  const placed = await rig.widget('POST', `${path}/order`, placing, session)
  expect(placed.status).toBe(200)
  expect((await rig.partner('GET', '/api/v2/partner/order/asked')).at('metadata')).toEqual(noted)
  const read = await Promise.all([
    rig.widget('GET', path),
    rig.widget('GET', path, undefined, session),
    rig.send('GET', `/w/${String(opened.at('request_id'))}`),
  ])
  for (const { status, text } of [placed, quote, ...read])
    expect([status, text.includes(SECRET)]).toEqual([200, false])
})

test('a declined attempt and a withdrawal have the notes of their order, which its client never reads', async () => {
  const notes = { cart: 'cart-18' }
  const events = async (type: string) => {
    const feed = await rig.partner('GET', '/api/v2/partner/events?limit=500')
    const { data } = Feed.parse(feed.body)
    return data.map(({ callback }) => callback).filter((callback) => callback.type === type)
  }
  const order = await rig.placeOrder({ fixed: { metadata: notes } })
  await rig.charge(order, 'declined')
  expect(await events('attempt_declined')).toMatchObject([{ attempt: { metadata: notes } }])

  const client = await registerBalanceClient(rig, 'withdrawing')
  await creditBalance(rig, client.id, 10n ** 18n)
  const placed = async (id: string) => {
    const created = await withdraw(rig, id, client.email, { metadata: notes })
    expect(created.at('metadata')).toEqual(notes)
    const { uuid } = Ticket.parse(created.body)
    return { uuid, code: await codeOf(rig, uuid) }
  }
  const [one, two] = [await placed('withdrawn-1'), await placed('withdrawn-2')]
  const confirmed = await rig.partner('POST', '/api/v2/partner/order/confirm', one)
  expect([confirmed.status, confirmed.at('metadata')]).toEqual([200, notes])
  const own = await rig.widget('POST', '/api/v2/client/order/confirm', two, client.session)
  expect([own.status, own.text.includes('cart-18')]).toEqual([200, false])
  const codes = { type: 'withdrawal_code', withdrawal: { metadata: notes } }
  expect(await events('withdrawal_code')).toMatchObject([codes, codes])
  const sent = rig.deliveries.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === codes.type)
  expect(sent).toMatchObject([codes, codes])
})

const Feed = z.object({ data: z.array(z.object({ callback: z.looseObject({ type: z.string() }) })) })
const Ticket = z.object({ uuid: z.string() })

test('a client has the notes a partner gave, until the partner gives others, and does not read them', async () => {
  const client = await registerClient(rig, { metadata: noted })
  const path = `/api/v2/partner/client/${client.externalId}`
  const read = async () => (await rig.partner('POST', path)).at('metadata')
  expect(await read()).toEqual(noted)
  const update = (body: object) => rig.partner('PATCH', `${path}/update`, body)
  expect((await update({ phone: '+49 30 123456' })).status).toBe(200)
  expect(await read()).toEqual(noted)
  await update({ metadata: { tier: 'gold' } })
  expect(await read()).toEqual({ tier: 'gold' })
  await update({ metadata: {} })
  expect(await read()).toBeUndefined()
  const terms = { payin_currency: 'EUR', payin_amount: '100', payout_currency: 'ETH' }
  const created = await rig.partner('POST', createPath, {
    ...createBody('of-client'),
    client_email: client.email,
    metadata: noted,
  })
  expect(created.status).toBe(200)
  const own = await Promise.all([
    client.send('GET', `/api/v2/client/order/${String(created.at('client_order_id'))}`),
    client.send('GET', '/api/v2/client/order/list'),
    client.send('POST', '/api/v2/client/order/fee', terms),
  ])
  for (const { status, text } of own) expect([status, text.includes(SECRET)]).toEqual([200, false])
})

test('notes have at most 20 keys of 40 characters and texts of 500, and no card number', async () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'v']))
  const most = { ...keys(19), ['k'.repeat(40)]: '\u{e9}'.repeat(500) }
  const send = (metadata: unknown) => rig.partner('POST', requestPath, { metadata })
  expect((await send(most)).status).toBe(200)
  expect((await send({})).status).toBe(200)
  expect((await send([])).status).toBe(200)
  for (const [metadata, pointer] of [
    [keys(21), '/metadata'],
    [{ k: 'v'.repeat(501) }, '/metadata/k'],
    [{ ['k'.repeat(41)]: 'v' }, `/metadata/${'k'.repeat(41)}`],
    [{ 'a b': 'v' }, '/metadata/a b'],
    [{ '': 'v' }, '/metadata/'],
    [{ k: 1 }, '/metadata/k'],
    [{ k: { k: 'v' } }, '/metadata/k'],
    [{ k: 'a\0' }, '/metadata/k'],
    [{ k: 'card 4111 1111 1111 1111' }, '/metadata/k'],
    [{ '4111111111111111': 'v' }, '/metadata/4111111111111111'],
    ['text', '/metadata'],
    [['v'], '/metadata'],
  ] as const) {
    const reply = await send(metadata)
    const { code, errors } = Problem.parse(reply.body)
    expect([pointer, reply.status, code, errors.map((error) => error.pointer)]).toEqual([
      pointer,
      400,
      'validation_failed',
      [pointer],
    ])
    expect(errors[0]?.detail).not.toBe('Invalid input')
  }
  const inherited = '{"partner_order_id":"inherited","metadata":{"__proto__":"v"}}'
  expect((await rig.partner('POST', requestPath, inherited)).status).toBe(200)
  expect((await rig.partner('GET', '/api/v2/partner/request/inherited')).at('metadata')).toBeUndefined()
})

test('the operator finds an order by its notes', async () => {
  const as = { as: rival }
  await rig.partner('POST', createPath, { ...createBody('theirs'), metadata: { cart: 'cart-17' } }, as)
  const found = async (...words: readonly string[]) => {
    const { output } = await rig.runCommand('order', 'search', ...words, '--json')
    const Orders = z.object({ orders: z.array(z.object({ partner_order_id: z.string() })) })
    return Orders.parse(JSON.parse(output))
      .orders.map((order) => order.partner_order_id)
      .toSorted()
  }
  expect(await found('--metadata', 'cart=cart-17')).toEqual(['asked', 'noted', 'of-client', 'theirs'])
  expect(await found('--metadata', 'cart=cart-17', '--metadata', `note=${noted.note}`)).not.toContain(
    'theirs',
  )
  expect(await found('--metadata', 'cart=cart-1')).toEqual([])
  // By what is noted with the client whose order it is, too.
  expect(await found('--metadata', 'tier=gold')).toEqual([])
  const client = await registerClient(rig, { metadata: { tier: 'gold' } })
  await rig.partner('POST', createPath, { ...createBody('of-gold'), client_email: client.email })
  expect(await found('--metadata', 'tier=gold')).toEqual(['of-gold'])
  const shown = await rig.runCommand(
    'order',
    'show',
    String((await rig.partner('GET', '/api/v2/partner/order/noted')).at('client_order_id')),
  )
  expect(shown.output).toContain('cart-17')
})

test('the operator finds widget requests and clients by their notes, also where no order came of them', async () => {
  const notes = { cart: 'cart-99', tier: 'silver' }
  const request = await rig.partner('POST', requestPath, { partner_order_id: 'left', metadata: notes })
  const client = await registerClient(rig, { metadata: notes })
  const found = async (...words: readonly string[]) => {
    const { output } = await rig.runCommand(...words, '--json')
    return JSON.parse(output) as unknown
  }
  const byNotes = ['--metadata', 'cart=cart-99', '--metadata', 'tier=silver']
  expect(await found('request', 'search', ...byNotes)).toMatchObject({
    requests: [
      {
        request_id: request.at('request_id'),
        partner_order_id: 'left',
        state: 'new',
        client_order_id: null,
        metadata: notes,
      },
    ],
    more: false,
  })
  expect(await found('client', 'search', ...byNotes)).toMatchObject({
    clients: [{ client_external_id: client.externalId, metadata: notes }],
    more: false,
  })
  for (const list of ['request', 'client']) {
    const { output } = await rig.runCommand(list, 'search', ...byNotes)
    expect(output).toContain('cart=cart-99 tier=silver')
    expect(output).not.toContain(client.email)
    const none = await rig.runCommand(list, 'search', '--metadata', 'cart=cart-98')
    expect(none.output).toMatch(/^There is no such (widget request|client)\./)
    const [one] = (await rig.runCommand(list, 'search', '--rows', '1')).output.split('\n').slice(-1)
    expect(one).toContain('There are more')
  }
  expect(await found('request', 'search', 'left', '--partner', 'RIVAL')).toMatchObject({ requests: [] })
  expect(await found('client', 'search', client.email)).toMatchObject({
    clients: [{ client_external_id: client.externalId }],
  })
})
