import { expect, test } from 'vitest'
import type { WidgetView } from '@cambio/wire/Widget.ts'
import { buyer, order, view } from '../test/views.ts'
import type { Call } from './call.ts'
import { Failure } from './Failure.ts'
import { sessionKeeper } from './session.ts'
import { viewStore } from './ViewStore.ts'

const noStorage = () => {
  throw new DOMException('blocked', 'SecurityError')
}

/** A store whose answers the test gives, in the order it likes. */
function store() {
  const session = sessionKeeper('entry', noStorage)
  const asked: PromiseWithResolvers<unknown>[] = []
  const call: Call = (route) => {
    const answer = Promise.withResolvers<unknown>()
    asked.push(answer)
    return answer.promise.then((value) => route.answer.parse(value) as never)
  }
  const answer = (index: number, with_: WidgetView | Failure) =>
    with_ instanceof Failure ? asked[index]?.reject(with_) : asked[index]?.resolve(with_)
  return { views: viewStore({ call, session }), session, answer }
}

test('an answer that was asked for earlier never replaces a later one', async () => {
  const { views, answer } = store()
  const first = views.look()
  const second = views.look()
  answer(1, { ...view, buyer, order: { ...order, status: 'finished' } })
  await second
  answer(0, { ...view, buyer, order })
  await first
  expect(views.seen().view?.order?.status).toBe('finished')
})

test('a look that was under way does not undo what an act answered', async () => {
  const { views, answer } = store()
  const look = views.look()
  views.receive({ ...view, buyer, order: { ...order, status: 'auth_success' } })
  answer(0, { ...view, buyer, order })
  expect((await look).order?.status).toBe('auth_success')
})

test('a failed look keeps the last view and says why, until the next one succeeds', async () => {
  const { views, answer } = store()
  views.receive(view)
  const look = views.look()
  answer(0, new Failure('unreachable'))
  await expect(look).rejects.toThrow(Failure)
  expect(views.seen()).toMatchObject({ view, failure: { code: 'unreachable' } })
  const again = views.look()
  answer(1, view)
  await again
  expect(views.seen().failure).toBeNull()
})

test('a session that the server does not know is over, one opened meanwhile is not', async () => {
  const { views, session, answer } = store()
  session.open({ token: 'old', email: 'doe@example.com' })
  const early = views.look()
  session.open({ token: 'new', email: 'doe@example.com' })
  answer(0, view)
  await early
  expect(session.token()).toBe('new')
  const late = views.look()
  answer(1, view)
  await late
  expect(session.token()).toBeNull()
  expect(session.email()).toBe('doe@example.com')
})
