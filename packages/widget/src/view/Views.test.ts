import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { buyer, deposit, order, view } from '../../test/views.ts'
import type { Call } from '../api/call.ts'
import { Failure } from '../api/Failure.ts'
import { queryClient } from '../api/queryClient.ts'
import { sessionKeeper } from '../api/session.ts'
import { viewsOf } from './Views.ts'

environmentManager.setIsServer(() => false)

let leave = () => {}
let heard = false

afterEach(() => {
  leave()
  heard = false
  vi.useRealTimers()
})

const noStorage = () => {
  throw new DOMException('blocked', 'SecurityError')
}

/** A screen that follows the view of a service whose answers the test gives, in the order it likes. */
function screen() {
  const session = sessionKeeper('entry', noStorage)
  const answers: PromiseWithResolvers<unknown>[] = []
  const asked: string[] = []
  const call: Call = (route) => {
    const answer = Promise.withResolvers<unknown>()
    answers.push(answer)
    asked.push(route.path)
    const sent = (value: unknown) => (route.path.endsWith('/status') ? { changed: value } : value)
    return answer.promise.then((value) => route.answer.safeParse(sent(value)).data as never)
  }
  const answer = (index: number, with_: WidgetView | Failure | null) =>
    with_ instanceof Failure ? answers[index]?.reject(with_) : answers[index]?.resolve(with_)
  const queries = queryClient()
  queries.mount()
  const views = viewsOf({ queries, call, session, changes: { isHeard: () => heard } })
  const observer = new QueryObserver(queries, views.query)
  const unsubscribe = observer.subscribe(() => {})
  leave = () => {
    unsubscribe()
    queries.unmount()
    queries.clear()
  }
  const result = () => observer.getCurrentResult()
  return { views, session, answer, result, asked, looks: () => answers.length }
}

/** A screen that has looked once and shows this. */
async function showing(first: WidgetView) {
  const opened = screen()
  opened.answer(0, first)
  await expect.poll(() => opened.result().data).toBeDefined()
  return opened
}

test('an answer that was asked for earlier never replaces a later one', async () => {
  const { views, answer, result } = await showing(view)
  const first = views.look()
  const second = views.look()
  answer(2, { ...view, buyer, order: { ...order, status: 'finished' } })
  await second
  answer(1, { ...view, buyer, order })
  await first
  expect(result().data?.order?.status).toBe('finished')
})

test('a look that was under way does not undo what an act answered', async () => {
  const { views, answer, result } = await showing(view)
  const look = views.look()
  views.amend({ ...view, buyer, order: { ...order, status: 'auth_success' } })
  answer(1, { ...view, buyer, order })
  answer(2, { ...view, buyer, order: { ...order, status: 'auth_success' } })
  expect((await look).order?.status).toBe('auth_success')
  expect(result().data?.order?.status).toBe('auth_success')
})

test('an action’s result removes nothing that was learnt while it was under way', async () => {
  const { views, answer, result, looks } = await showing(view)
  const look = views.look()
  answer(1, { ...view, buyer })
  await look
  views.amend({ draft: { step: 'you' } })
  expect(result().data).toMatchObject({ buyer, draft: { step: 'you' } })
  expect(looks()).toBe(2)
})

const moved = (seq: number, status: typeof order.status) => ({
  ...view,
  version: `v${seq}`,
  seq,
  buyer,
  order: { ...order, status },
})

test('a status that is sent is shown without a look, unless something newer is on screen', async () => {
  const { views, result, looks } = await showing(moved(3, 'processing'))
  await views.receive(moved(5, 'auth_success'))
  expect(result().data?.order?.status).toBe('auth_success')
  expect(await views.receive(moved(4, 'processing'))).toMatchObject({ seq: 5 })
  expect(result().data?.order?.status).toBe('auth_success')
  expect(views.version()).toBe('v5')
  expect(looks()).toBe(1)
})

test.each([
  ['is another of the same number', { ...moved(3, 'auth_success'), version: 'other' }],
  ['no longer knows the buyer', { ...moved(4, 'auth_success'), buyer: null, order: null }],
  ['has no number, as those of the version before', { ...moved(4, 'auth_success'), seq: undefined }],
])('a status that is sent and %s is asked for', async (_is, sent) => {
  const { views, answer, result, looks } = await showing(moved(3, 'processing'))
  const newest = views.receive(sent)
  expect(looks()).toBe(2)
  expect(result().data?.order?.status).toBe('processing')
  answer(1, moved(4, 'finished'))
  expect(await newest).toMatchObject({ order: { status: 'finished' } })
})

test('a look that was under way when an action changed something is asked for again', async () => {
  const { views, answer, result } = await showing(view)
  const look = views.look()
  views.amend({ draft: { step: 'you' } })
  answer(1, view)
  answer(2, { ...view, buyer, draft: { step: 'you' } })
  await look
  expect(result().data).toMatchObject({ buyer, draft: { step: 'you' } })
})

test('a failed look keeps the last view and says why, until the next one succeeds', async () => {
  const { views, answer, result } = await showing(view)
  const look = views.look()
  answer(1, new Failure('unreachable'))
  await expect(look).rejects.toThrow(Failure)
  expect(result()).toMatchObject({ data: view, error: { code: 'unreachable' } })
  const again = views.look()
  answer(2, view)
  await again
  expect(result().error).toBeNull()
})

test('a session that the server does not know has ended, one opened meanwhile has not', async () => {
  const { views, session, answer } = await showing(view)
  session.open({ token: 'old', email: 'doe@example.com' })
  const early = views.look()
  session.open({ token: 'new', email: 'doe@example.com' })
  answer(1, view)
  await early
  expect(session.token()).toBe('new')
  const late = views.look()
  answer(2, view)
  await late
  expect(session.token()).toBeNull()
  expect(session.email()).toBe('doe@example.com')
})

test('the first look is tried again after a moment, and its error is known meanwhile', async () => {
  vi.useFakeTimers()
  const { answer, result, looks } = screen()
  answer(0, new Failure('unreachable'))
  await vi.advanceTimersByTimeAsync(100)
  expect(result()).toMatchObject({ data: undefined, failureReason: { code: 'unreachable' } })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(looks()).toBe(2)
  answer(1, view)
  await vi.advanceTimersByTimeAsync(0)
  expect(result().data).toEqual(view)
})

test('an order that moves is followed while it is in sight, and looked at at once when it is again', async () => {
  vi.useFakeTimers()
  const { answer, looks } = screen()
  const moving: WidgetView = { ...view, buyer, order: { ...order, status: 'processing_payout' } }
  answer(0, moving)
  await vi.advanceTimersByTimeAsync(1_100)
  expect(looks()).toBe(2)
  answer(1, moving)
  focusManager.setFocused(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks()).toBe(2)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(looks()).toBe(3)
})

test('an order is asked about seldom while its changes are sent, and often once they are not', async () => {
  vi.useFakeTimers()
  const { views, answer, looks } = screen()
  const moving: WidgetView = { ...view, buyer, order: { ...order, status: 'processing_payout' } }
  heard = true
  answer(0, moving)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(looks()).toBe(1)
  heard = false
  views.refresh()
  answer(1, null)
  await vi.advanceTimersByTimeAsync(1_100)
  expect(looks()).toBe(3)
})

test('an order is followed by its status alone, which says nothing while nothing has changed', async () => {
  const moving: WidgetView = { ...view, buyer, order: { ...order, status: 'processing_payout' } }
  const { views, answer, asked, result } = await showing(moving)
  const same = views.look()
  answer(1, null)
  expect(await same).toEqual(moving)
  const other = views.look()
  answer(2, { ...moving, version: 'v2', order: { ...order, status: 'finished' } })
  expect(await other).toMatchObject({ offer: moving.offer, order: { status: 'finished' } })
  expect(result().data?.version).toBe('v2')
  expect(asked.map((path) => path.split('/').at(-1))).toEqual(['{entry}', 'status', 'status'])
})

test('an order that has ended is no longer looked at', async () => {
  vi.useFakeTimers()
  const { answer, looks } = screen()
  answer(0, { ...view, buyer, order: { ...order, status: 'finished' } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks()).toBe(1)
})

test('an ended order may still receive coins, so it is looked at now and then', async () => {
  vi.useFakeTimers()
  const { answer, looks } = screen()
  answer(0, { ...view, buyer, order: { ...order, status: 'finished', deposit } })
  await vi.advanceTimersByTimeAsync(9_000)
  expect(looks()).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(looks()).toBe(2)
})
