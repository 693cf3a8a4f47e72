import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, rival, shop, type Rig } from '../rig.ts'

/*
 * Several receivers of one partner's callbacks, which the partner sets by its key: each is promised all that it chose, in
 * the order of each order, under the callback's own id.
 */

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const path = '/api/v2/partner/callback_endpoints'
const books = 'http://books.test/callbacks'
let orders = 0

async function create(as: typeof shop = shop): Promise<string> {
  const created = await rig.partner('POST', createPath, createBody(`endpoints-${(orders += 1)}`), { as })
  expect(created.status, created.text).toBe(200)
  return String(created.at('client_order_id'))
}

async function add(fields: object = {}) {
  const added = await rig.partner('POST', path, { url: books, ...fields })
  expect(added.status, added.text).toBe(200)
  return { id: String(added.at('endpoint_id')), secret: String(added.at('secret')) }
}

const sentTo = (url: string) => rig.deliveries.filter((delivery) => delivery.url === url)
const toldIn = ({ body }: { body: string }) => /"status":"([^"]+)"/.exec(body)?.[1]
const idsOf = (sent: readonly { id: string }[]) => sent.map(({ id }) => id)

async function tick(): Promise<void> {
  await rig.work.tick()
  rig.pass(1_000)
  await rig.work.tick()
}

describe('receivers of a partner’s callbacks', () => {
  test('every receiver gets every callback once, in order, under one id and signed with its own secret', async () => {
    const { secret } = await add()
    await create()
    await tick()
    const main = sentTo('http://shop.test/callbacks')
    const other = sentTo(books)
    expect(main.map(toldIn)).toEqual(['payin_pending', 'processing'])
    expect(other.map(toldIn)).toEqual(['payin_pending', 'processing'])
    expect(idsOf(other)).toEqual(idsOf(main))
    expect(other.map(({ secret: signs }) => signs)).toEqual([secret, secret])
    expect(main.map(({ secret: signs }) => signs)).toEqual([shop.callbackSecret, shop.callbackSecret])
  })

  test('a receiver that fails holds back its own later callbacks of the order, and nobody else’s', async () => {
    await add()
    rig.receiverAnswers(({ url }) =>
      url === books ? { is: 'failed', why: 'HTTP 500', status: 500 } : { is: 'acknowledged', status: 200 },
    )
    await create()
    await tick()
    expect(sentTo('http://shop.test/callbacks').map(toldIn)).toEqual(['payin_pending', 'processing'])
    expect(sentTo(books).map(toldIn)).toEqual(['payin_pending'])
    rig.receiverAnswers(() => ({ is: 'acknowledged', status: 200 }))
    rig.pass(7_000)
    await tick()
    expect(sentTo(books).map(toldIn)).toEqual(['payin_pending', 'payin_pending', 'processing'])
  })

  test('a receiver gets the events that it chose, and the main one too', async () => {
    await add({ events: ['client_order.processing'] })
    const changed = await rig.partner('PATCH', `${path}/main`, { events: ['client_order.payin_pending'] })
    expect(changed.at('events')).toEqual(['client_order.payin_pending'])
    await create()
    await tick()
    expect(sentTo(books).map(toldIn)).toEqual(['processing'])
    expect(sentTo('http://shop.test/callbacks').map(toldIn)).toEqual(['payin_pending'])
    const events = await rig.partner('GET', '/api/v2/partner/events')
    expect(events.at('data')).toHaveLength(2)
  })

  test('a receiver that says 410 is off for itself alone, and what came meanwhile is sent once it is on', async () => {
    const { id } = await add()
    rig.receiverAnswers(({ url }) => (url === books ? { is: 'gone' } : { is: 'acknowledged', status: 200 }))
    const first = await create()
    await tick()
    expect(sentTo('http://shop.test/callbacks')).toHaveLength(2)
    rig.receiverAnswers(() => ({ is: 'acknowledged', status: 200 }))
    const listed = await rig.partner('GET', path)
    expect(listed.at('data')).toMatchObject([
      { endpoint_id: 'main', state: 'on' },
      { endpoint_id: id, state: 'off' },
    ])
    const second = await create()
    await tick()
    const before = sentTo(books).length
    const range = { from: '1', until: '9999999999' }
    expect(await rig.partner('POST', `${path}/${id}/resend`, range)).toMatchObject({ status: 409 })
    expect((await rig.partner('PATCH', `${path}/${id}`, { state: 'on' })).at('state')).toBe('on')
    expect((await rig.partner('POST', `${path}/${id}/resend`, range)).body).toEqual({ resent: 3 })
    await tick()
    await tick()
    const late = sentTo(books).slice(before)
    expect(late).toHaveLength(4)
    for (const orderId of [first, second])
      expect(late.filter(({ body }) => body.includes(orderId)).map(toldIn)).toEqual([
        'payin_pending',
        'processing',
      ])
  })

  test('a receiver that is taken away gets nothing more, and another partner cannot name it', async () => {
    const { id } = await add()
    for (const [method, under] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate'],
      ['GET', '/deliveries'],
    ] as const) {
      const body = method === 'PATCH' || under === '/rotate' ? {} : undefined
      const refused = await rig.partner(method, `${path}/${id}${under}`, body, { as: rival })
      expect([under, refused.status, refused.at('code')]).toEqual([under, 404, 'endpoint_unknown'])
    }
    expect((await rig.partner('DELETE', `${path}/${id}`)).body).toEqual({ endpoint_id: id, is_removed: 1 })
    await create()
    await tick()
    expect(sentTo(books)).toEqual([])
    expect((await rig.partner('DELETE', `${path}/${id}`)).at('code')).toBe('endpoint_unknown')
  })

  test('a receiver is refused twice, beyond the tenth, and inside our own walls in live', async () => {
    await add()
    const again = await rig.partner('POST', path, { url: books })
    expect([again.status, again.at('code')]).toEqual([409, 'endpoint_taken'])
    for (let n = 2; n <= 10; n += 1) await add({ url: `http://books.test/${n}` })
    const over = await rig.partner('POST', path, { url: 'http://books.test/11' })
    expect([over.status, over.at('code')]).toEqual([409, 'too_many_endpoints'])
    for (const url of ['ftp://books.test/', 'https://a:b@books.test/', 'books.test'])
      expect((await rig.partner('POST', path, { url })).at('code')).toBe('validation_failed')
    await rig.close()
    rig = await openRig({ mode: 'live' })
    for (const url of [
      'http://books.example/',
      'https://127.0.0.1/',
      'https://localhost/',
      'https://10.0.0.1/',
    ])
      expect([url, (await rig.partner('POST', path, { url })).at('code')]).toEqual([
        url,
        'receiver_not_allowed',
      ])
  })

  test('a new secret signs beside the one before, which no second rotation ends early', async () => {
    const { id, secret } = await add()
    for (const [endpoint, former, url] of [
      [id, secret, books],
      ['main', shop.callbackSecret, 'http://shop.test/callbacks'],
    ] as const) {
      const rotated = await rig.partner('POST', `${path}/${endpoint}/rotate`, { overlap_hours: 2 })
      expect(rotated.status, rotated.text).toBe(200)
      await create()
      await tick()
      expect(sentTo(url).at(-1)).toMatchObject({ secret: rotated.at('secret'), formerSecret: former })
      const again = await rig.partner('POST', `${path}/${endpoint}/rotate`, {})
      expect([again.status, again.at('code')]).toEqual([409, 'rotation_open'])
      rig.pass(2 * 60 * 60_000)
      await create()
      await tick()
      expect(sentTo(url).at(-1)).toMatchObject({ secret: rotated.at('secret'), formerSecret: null })
    }
  })

  test('a withdrawal’s code does not follow an address that the key alone has set, until the operator says so', async () => {
    const codes = async () => (await rig.partner('GET', path)).at('data.0.codes_url')
    await rig.partner('PATCH', `${path}/main`, { url: 'http://thief.test/' })
    expect(await codes()).toBe('http://shop.test/callbacks')
    await rig.partner('DELETE', `${path}/main`)
    await rig.partner('PATCH', `${path}/main`, { url: 'http://thief.test/2' })
    expect(await codes()).toBe('http://shop.test/callbacks')
    const url = ['--callback-url', 'http://thief.test/2']
    await rig.runCommand('partner', 'update', shop.apiKey, ...url)
    expect(await codes()).toBe('http://thief.test/2')
  })

  test('an empty note takes the note away', async () => {
    const { id } = await add()
    const noted = async (description: string) =>
      (await rig.partner('PATCH', `${path}/${id}`, { description })).at('description')
    expect([await noted('Books'), await noted('')]).toEqual(['Books', null])
  })

  test('what a partner does about its receivers is kept under its name, and no secret with it', async () => {
    const { id, secret } = await add()
    rig.pass(1)
    await rig.partner('PATCH', `${path}/${id}`, { url: 'http://books.test/new' })
    rig.pass(1)
    const rotated = await rig.partner('POST', `${path}/${id}/rotate`, {})
    const shown = await rig.runCommand('partner', 'show', shop.apiKey, '--json')
    const { acts } = JSON.parse(shown.output) as { acts: { act: string; actor: string; reason: string }[] }
    expect(acts.map(({ act, actor, reason }) => [act, actor, reason])).toEqual([
      ['endpoint rotate', shop.apiKey, 'by the API key'],
      ['endpoint change', shop.apiKey, 'by the API key'],
      ['endpoint add', shop.apiKey, 'by the API key'],
    ])
    expect(shown.output).not.toContain(secret)
    expect(shown.output).not.toContain(String(rotated.at('secret')))
    const [row] = await rig.query<{ url: string }>(statement('select url from callback_endpoint'))
    expect(row).toEqual({ url: 'http://books.test/new' })
  })
})

describe('deliveries', () => {
  test('a delivery shows its body as it was sent, and what each attempt was answered', async () => {
    const { id } = await add()
    rig.receiverAnswers(({ url }) =>
      url === books
        ? { is: 'failed', why: 'The receiver answered with status 500', status: 500, text: 'no books' }
        : { is: 'acknowledged', status: 200 },
    )
    const orderId = await create()
    await tick()
    rig.receiverAnswers(() => ({ is: 'acknowledged', status: 202, text: 'kept' }))
    rig.pass(7_000)
    await tick()
    const listed = await rig.partner('GET', `${path}/${id}/deliveries?client_order_id=${orderId}`)
    expect(listed.at('data')).toMatchObject([
      { event: 'client_order.processing', state: 'acknowledged', attempts: 1, why: null },
      { event: 'client_order.payin_pending', state: 'acknowledged', attempts: 2 },
    ])
    const { data } = listed.body as { data: { delivery_id: string }[] }
    const first = data[1]?.delivery_id ?? ''
    const shown = await rig.partner('GET', `${path}/${id}/deliveries/${first}`)
    expect(shown.at('tries')).toMatchObject([
      { status: 500, why: 'The receiver answered with status 500', answer: 'no books' },
      { status: 202, why: null, answer: 'kept' },
    ])
    const [sent] = sentTo(books)
    expect(shown.at('request')).toMatchObject({
      url: books,
      body: sent?.body,
      headers: { 'webhook-id': first, 'API-Signature': '<redacted>' },
    })
    const main = await rig.partner('GET', `${path}/main/deliveries/${first}`)
    expect(main.at('tries')).toMatchObject([{ status: 200, why: null, answer: null }])
    const stranger = await rig.partner('GET', `${path}/main/deliveries/${first}`, undefined, { as: rival })
    expect([stranger.status, stranger.at('code')]).toEqual([404, 'delivery_unknown'])
  })

  test('deliveries are read page by page, newest first, and by their state', async () => {
    await add()
    for (let n = 0; n < 3; n += 1) {
      await create()
      rig.pass(1_000)
      // The feed gives numbers to those that it reads, and the newest stays without one.
      if (n === 1) expect((await rig.partner('GET', '/api/v2/partner/events')).status).toBe(200)
    }
    await tick()
    for (const endpoint of ['main', String((await rig.partner('GET', path)).at('data.1.endpoint_id'))]) {
      const read: { delivery_id: string; created_at: string }[] = []
      let cursor = ''
      for (let pages = 0; pages < 4; pages += 1) {
        const query = `rows=2${cursor === '' ? '' : `&cursor=${cursor}`}`
        const page = await rig.partner('GET', `${path}/${endpoint}/deliveries?${query}`)
        const { data, next_cursor } = page.body as {
          data: typeof read
          next_cursor: string | null
        }
        read.push(...data)
        if (next_cursor === null) break
        cursor = next_cursor
      }
      const url = endpoint === 'main' ? 'http://shop.test/callbacks' : books
      const listed = read.map(({ delivery_id }) => delivery_id)
      expect(listed.toSorted()).toEqual(idsOf(sentTo(url)).toSorted())
      const times = read.map(({ created_at }) => created_at)
      expect(times).toEqual(times.toSorted().toReversed())
      for (const [state, count] of [
        ['acknowledged', 6],
        ['failed', 0],
        ['waiting', 0],
      ] as const) {
        const some = await rig.partner('GET', `${path}/${endpoint}/deliveries?state=${state}`)
        expect([state, (some.at('data') as unknown[]).length]).toEqual([state, count])
      }
    }
  })

  test('one delivery is sent again to its receiver alone, though it was acknowledged', async () => {
    const { id } = await add()
    await create()
    await tick()
    const sent = sentTo(books)
    const [first] = idsOf(sent)
    const resent = await rig.partner('POST', `${path}/${id}/deliveries/${first}/resend`)
    expect(resent.body).toEqual({ resent: 1 })
    await tick()
    expect(idsOf(sentTo(books))).toEqual([...idsOf(sent), first])
    expect(sentTo('http://shop.test/callbacks')).toHaveLength(2)
    expect((await rig.partner('POST', `${path}/main/deliveries/${first}/resend`)).body).toEqual({ resent: 1 })
    await tick()
    expect(idsOf(sentTo('http://shop.test/callbacks')).at(-1)).toBe(first)
  })

  test('a test callback is signed like any other and tells what the receiver answered', async () => {
    const { id, secret } = await add()
    rig.receiverAnswers(() => ({ is: 'failed', why: 'The receiver answered with status 404', status: 404 }))
    const tested = await rig.partner('POST', `${path}/${id}/test`)
    expect(tested.body).toMatchObject({
      is_acknowledged: false,
      attempt: { status: 404, why: 'The receiver answered with status 404' },
    })
    expect(rig.deliveries).toMatchObject([{ url: books, secret }])
    expect(JSON.parse(rig.deliveries[0]?.body ?? '')).toMatchObject({
      type: 'test',
      test: { endpoint_id: id },
    })
  })
})
