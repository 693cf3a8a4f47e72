import { silentLog } from '@cambio/server/log.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { WidgetStatus } from '@cambio/wire/widget/Widget.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { MOST_OF_NETWORK, statusStreams } from '../../src/widget/statusStreams.ts'
import { files, openRig, type Reply, type Rig } from '../rig.ts'

/* What an open page is told of its order by server-sent events. */

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

type Placed = { readonly path: string; readonly session: string; readonly orderId: string }

/** Follows an order on another exchange of the same database, which has nothing in memory of the one that pays it. */
async function follow({ path }: { path: string }, headers: Readonly<Record<string, string>> = {}) {
  const { database, random } = rig.exchange
  const streams = statusStreams({ query: database.query, log: silentLog, random })
  const other = createApp({ ...rig.exchange, statusStreams: streams }, files)
  const answer = await other.request(`${path}/changes`, { headers })
  let bytes = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      bytes += part.byteLength
      controller.enqueue(part)
    },
  })
  const reader = plainBody(answer, counted)?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    coding: answer.headers.get('content-encoding'),
    /** Reads until this has come, or the stream has ended; answers all that came since the last call. */
    async until(text: string | RegExp): Promise<string> {
      while (received.search(text) === -1) {
        const part = await reader?.read()
        if (!part || part.done) break
        received += part.value
      }
      const all = received
      received = ''
      return all
    },
    /** What was sent so far, as it was sent. */
    bytes: () => bytes,
    end: () => streams.stop(),
  }
}

function plainBody(
  { body, headers }: Response,
  counted: TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
) {
  const sent = body?.pipeThrough(counted)
  return headers.get('content-encoding') === 'gzip'
    ? sent?.pipeThrough(new DecompressionStream('gzip'))
    : sent
}

/** Follows an order as a page does that has its view, and takes gzip. */
async function followFrom({ path, session }: Pick<Placed, 'path' | 'session'>, view: Reply) {
  return follow(
    { path },
    {
      Authorization: `Bearer ${session}`,
      'Last-Event-ID': String(view.at('version')),
      'Accept-Encoding': 'gzip, br',
    },
  )
}

const viewOf = ({ path, session }: Placed) => rig.widget('GET', path, undefined, session)

/** A whole event that brings the status of a view. */
const eventWith = (view: Reply) =>
  new RegExp(`^id: ${RegExp.escape(String(view.at('version')))}\ndata: .+\n\n`, 'm')

/** The last status that events brought. */
function statusIn(events: string): WidgetStatus {
  const data = [...events.matchAll(/^data: (.+)$/gm)].at(-1)?.[1] ?? 'null'
  return WidgetStatus.parse(JSON.parse(data))
}

async function settleCard({ orderId }: Placed): Promise<void> {
  const text = 'select platform_order_id as id from attempt where order_id = $1'
  const [attempt] = await rig.query<{ id: string }>(statement(text, orderId))
  rig.card.becomes(attempt?.id ?? '', 'settled')
  await rig.settle()
}

test('a page with its session gets each status itself, in at most 1.5 kB, with nothing to ask for, until its order ends', async () => {
  const order = await rig.placeOrder()
  const page = await followFrom(order, await viewOf(order))
  expect([page.status, page.type, page.coding]).toEqual([200, 'text/event-stream', 'gzip'])
  await rig.charge(order, 'held')
  const held = await viewOf(order)
  const events = await page.until(eventWith(held))
  expect(events).toMatch(/^retry: \d+\n\nevent: changed\n/)
  expect(statusIn(events)).toMatchObject({ version: held.at('version'), order: { status: 'auth_success' } })
  await settleCard(order)
  const rest = await page.until('event: end')
  const last = statusIn(rest)
  expect(last).toMatchObject({ version: (await viewOf(order)).at('version'), order: { status: 'finished' } })
  expect(last.seq).toBeGreaterThan(statusIn(events).seq ?? Number.NaN)
  expect(page.bytes()).toBeGreaterThan(500)
  expect(page.bytes()).toBeLessThanOrEqual(1_500)
})

test('a page that has its status already gets no event for it', async () => {
  const order = await rig.placeOrder()
  await rig.charge(order, 'held')
  const held = await viewOf(order)
  const page = await followFrom(order, held)
  await settleCard(order)
  const events = await page.until('event: end')
  expect(events).not.toContain(`id: ${String(held.at('version'))}`)
  expect(statusIn(events)).toMatchObject({ order: { status: 'finished' } })
})

test('without its buyer’s session a page gets no more than the view shows without it, also once the session ends', async () => {
  const order = await rig.placeOrder()
  const view = await viewOf(order)
  const stranger = await followFrom({ ...order, session: 'a-session-that-nobody-opened' }, view)
  const other = await rig.placeOrder()
  const rival = await followFrom({ path: order.path, session: other.session }, view)
  const page = await followFrom(order, view)
  await rig.widget('DELETE', `${order.path}/session`, undefined, order.session)
  await rig.query(statement('update orders set updated_at = now() where id = $1', order.orderId))
  for (const each of [stranger, rival, page])
    expect(statusIn(await each.until(/^data: .+\n\n/m))).toMatchObject({
      buyer: null,
      order: null,
      order_state: { client_order_id: order.orderId, terms: null },
    })
})

test('an open page is told within two seconds what any exchange has written, and when the order ends', async () => {
  const order = await rig.placeOrder()
  const page = await follow(order)
  const opened = performance.now()
  expect([page.status, page.type]).toEqual([200, 'text/event-stream'])
  expect(await page.until('changed')).toMatch(/^retry: \d+\n\nevent: changed\n/)
  const firstMs = performance.now() - opened
  await rig.charge(order, 'held')
  const charged = performance.now()
  expect(await page.until('changed')).toBe('event: changed\ndata:\n\n')
  // The first look takes a second. Where it takes longer, so does everything.
  expect(performance.now() - charged).toBeLessThan(Math.max(2_000, 2 * firstMs))
  await settleCard(order)
  expect(await page.until('event: end')).toContain('event: end')
  expect(await page.until('more')).toBe('')
  expect((await follow(order)).status).toBe(204)
})

test('an open page is let go when the exchange ends', async () => {
  const page = await follow(await rig.placeOrder())
  page.end()
  expect(await page.until('changed')).toMatch(/^retry: \d+\n\n$/)
})

test('an open page has nothing to follow before there is an order', async () => {
  expect((await follow({ path: `/api/widget/${await rig.openRequest()}` })).status).toBe(204)
  expect((await follow({ path: '/api/widget/nobody-made-this-request' })).status).toBe(404)
})

test('an open page polls when its network already follows as many as it may, until another leaves', async () => {
  const { path } = await rig.placeOrder()
  const open = async () => rig.app.request(`${path}/changes`)
  const pages = await Promise.all(Array.from({ length: MOST_OF_NETWORK }, open))
  expect(pages.every(({ status }) => status === 200)).toBe(true)
  expect((await open()).status).toBe(429)
  await pages[0]?.body?.cancel()
  expect((await open()).status).toBe(200)
})
