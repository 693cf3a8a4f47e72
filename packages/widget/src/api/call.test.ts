import { widget } from '@cambio/wire/routes/widget.ts'
import { expect, test } from 'vitest'
import { view } from '../../test/views.ts'
import { client } from './call.ts'
import { serverClock } from './ServerClock.ts'

const problem = {
  type: 'about:blank',
  title: 'x',
  status: 401,
  detail: 'over',
  success: 0,
  code: 'session_invalid',
  request_id: 'req_1',
  errors: [],
}

/** A client whose server gives one answer and keeps what it was asked. */
function calling(answer: () => Response | Promise<Response>, token: string | null = null) {
  const requests: [string, RequestInit][] = []
  let over = 0
  const call = client({
    entry: 'order-1~secret',
    token: () => token,
    clock: serverClock(() => 0),
    sessionOver: () => {
      over += 1
    },
    fetch: async (url, init) => {
      requests.push([typeof url === 'string' ? url : '', init ?? {}])
      return answer()
    },
  })
  return { call, requests, over: () => over }
}

test('a call goes to the entry’s address, with the session and without cookies', async () => {
  const { call, requests } = calling(() => Response.json({ saved: true }), 'token')
  await call(widget.draft, { step: 'you' })
  expect(requests[0]?.[0]).toBe('/api/widget/order-1~secret/draft')
  expect(requests[0]?.[1]).toMatchObject({
    method: 'PUT',
    credentials: 'omit',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: '{"step":"you"}',
  })
})

test('an answer is what the contract says, and nothing else gets through', async () => {
  const good = calling(() => Response.json({ ...view, surprise: true }))
  expect(await good.call(widget.view, undefined)).toEqual(view)
  const bad = calling(() => Response.json({ ...view, mode: 'unknown' }))
  await expect(bad.call(widget.view, undefined)).rejects.toMatchObject({ code: 'unreadable' })
  const page = calling(() => new Response('<html>'))
  await expect(page.call(widget.view, undefined)).rejects.toMatchObject({ code: 'unreadable' })
})

test('an ended session is reported to its keeper', async () => {
  const { call, over } = calling(() => Response.json(problem, { status: 401 }), 'token')
  await expect(call(widget.fields, {})).rejects.toMatchObject({
    code: 'session_invalid',
    problem: { request_id: 'req_1' },
  })
  expect(over()).toBe(1)
})

test('a code of a newer server reads as a failure of the service, with its reference', async () => {
  for (const code of ['from_the_future', 'toString', '__proto__']) {
    const { call } = calling(() => Response.json({ ...problem, code, status: 409 }, { status: 409 }))
    await expect(call(widget.fields, {})).rejects.toMatchObject({
      code: 'internal',
      problem: { request_id: 'req_1' },
    })
  }
})

test('a missing answer is not taken for a refusal', async () => {
  const { call } = calling(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(widget.view, undefined)).rejects.toMatchObject({ code: 'unreachable', passing: true })
})

test('a canceled call is no failure to show', async () => {
  const over = new AbortController()
  const { call } = calling(() => Promise.reject(new DOMException('given up', 'AbortError')))
  over.abort()
  await expect(call(widget.view, undefined, over.signal)).rejects.toMatchObject({ name: 'AbortError' })
})
