import type { WidgetStatus } from '@cambio/wire/widget/Widget.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { buyer, order } from '../../test/views.ts'
import { followOrder } from './followOrder.ts'

const left = { page: new AbortController() }
afterEach(() => {
  left.page.abort()
  left.page = new AbortController()
  vi.useRealTimers()
})

/** A page that follows an order of a service whose connections the test opens, refuses and ends. */
function page() {
  vi.useFakeTimers()
  const asked: Headers[] = []
  const connections: PromiseWithResolvers<Response>[] = []
  const seen: (string | undefined)[] = []
  let heard = false
  const ended = followOrder(
    {
      entry: 'entry',
      session: 'token',
      seen: () => seen.at(-1) ?? 'first',
      receive: ({ version }) => seen.push(version),
      refresh: () => seen.push(undefined),
      hear: (isHeard) => (heard = isHeard),
      fetch: (_url, init) => {
        const connection = Promise.withResolvers<Response>()
        init?.signal?.addEventListener('abort', () => connection.reject(init.signal?.reason))
        asked.push(new Headers(init?.headers))
        connections.push(connection)
        return connection.promise
      },
    },
    left.page.signal,
  )
  return {
    asked,
    seen,
    ended,
    heard: () => heard,
    answer: (status: number) => connections.at(-1)?.resolve(new Response(null, { status })),
    fail: () => connections.at(-1)?.reject(new TypeError('Failed to fetch')),
    open: () => {
      const events = new TransformStream<Uint8Array, Uint8Array>()
      connections.at(-1)?.resolve(new Response(events.readable))
      const writer = events.writable.getWriter()
      return {
        send: (text: string) => writer.write(new TextEncoder().encode(text)),
        lose: () => writer.abort(new Error('reset')),
      }
    },
  }
}

const status: WidgetStatus = { version: 'second', seq: 2, state: 'used', order_state: null, buyer, order }

test('an event that brings the status shows it, and one that does not has it asked for', async () => {
  const { seen, asked, heard, open, ended } = page()
  const connection = open()
  await connection.send(`retry: 1500\n\nevent: changed\nid: second\ndata: ${JSON.stringify(status)}\n\n`)
  expect(asked[0]?.get('last-event-id')).toBe('first')
  expect(asked[0]?.get('authorization')).toBe('Bearer token')
  await vi.waitFor(() => expect(seen).toEqual(['second']))
  expect(heard()).toBe(true)
  await connection.send('event: changed\ndata:\n\n')
  await connection.send('event: changed\ndata: {"version":7}\n\n')
  await vi.waitFor(() => expect(seen).toEqual(['second', undefined, undefined]))
  await connection.send('event: end\ndata:\n\n')
  await connection.lose()
  expect(await ended).toBe(true)
  expect(heard()).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(1)
})

test('a lost connection is opened again after the time that the service named, and what was missed is asked for', async () => {
  const { seen, asked, heard, open } = page()
  const connection = open()
  await connection.send('retry: 1500\n\n')
  await vi.waitFor(() => expect(heard()).toBe(true))
  await connection.lose()
  await vi.waitFor(() => expect(seen).toEqual([undefined]))
  expect(heard()).toBe(false)
  await vi.advanceTimersByTimeAsync(1_400)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toHaveLength(2)
})

test('a connection that fails is tried again ever more seldom, and one that is refused after 15 seconds', async () => {
  const { asked, seen, fail, answer } = page()
  for (const seconds of [2, 4, 8, 15, 15]) {
    const before = asked.length
    fail()
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
    expect(asked).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(before + 1)
  }
  answer(429)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(asked).toHaveLength(6)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveLength(7)
  expect(seen).toEqual([])
})

test('nothing is followed where there is nothing to follow, or once the page is left', async () => {
  const none = page()
  none.answer(204)
  await none.ended
  const gone = page()
  left.page.abort()
  await gone.ended
  await vi.advanceTimersByTimeAsync(60_000)
  expect([none.asked, gone.asked].map(({ length }) => length)).toEqual([1, 1])
})
