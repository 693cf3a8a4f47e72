import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buyer, quote } from '../../test/views.ts'
import type { QuoteRequest } from '../Choice.ts'
import type { Call } from './call.ts'
import { Failure } from './Failure.ts'
import { queryClient } from './queryClient.ts'
import { quoteQuery } from './quoteQuery.ts'
import { serverClock } from './ServerClock.ts'

environmentManager.setIsServer(() => false)

beforeEach(() => {
  vi.useFakeTimers()
})

let leave = () => {}

afterEach(() => {
  leave()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

/** A screen that shows the price of what it asks, from a service whose answers the test gives. */
function screen() {
  const calls: { amount: string; answer: PromiseWithResolvers<WidgetQuote>; over: AbortSignal }[] = []
  const call: Call = (_, body, signal) => {
    const { payin_amount: amount } = body as QuoteRequest
    const answer = Promise.withResolvers<WidgetQuote>()
    calls.push({ amount: String(amount), answer, over: signal ?? new AbortController().signal })
    return answer.promise as Promise<never>
  }
  const unknown = { call, clock: serverClock(Date.now), view: { buyer: null } }
  const queries = queryClient()
  queries.mount()
  const observer = new QueryObserver(queries, quoteQuery(unknown, null))
  const unsubscribe = observer.subscribe(() => {})
  leave = () => {
    unsubscribe()
    queries.unmount()
    queries.clear()
  }
  const type = (amount: string | null) =>
    observer.setOptions(quoteQuery(unknown, amount === null ? null : requestOf(amount)))
  const signIn = (amount: string) =>
    observer.setOptions(quoteQuery({ ...unknown, view: { buyer } }, requestOf(amount)))
  const amounts = () => calls.map(({ amount }) => amount)
  const answer = async (index: number, with_: WidgetQuote | Failure) => {
    if (with_ instanceof Failure) calls[index]?.answer.reject(with_)
    else calls[index]?.answer.resolve(with_)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { type, signIn, calls, amounts, answer, result: () => observer.getCurrentResult() }
}

const requestOf = (amount: string): QuoteRequest => ({
  payin_currency: 'EUR',
  payout_currency: 'ETH',
  payin_amount: amount,
})

/** A price for an amount that holds for a minute from now. */
const priced = (amount: string): WidgetQuote => ({
  ...quote,
  payin_amount: amount,
  expires_at: new Date(Date.now() + 60_000).toISOString(),
})

test('a price is asked for once the buyer rests, and only the last amount typed', async () => {
  const { type, amounts } = screen()
  for (const amount of ['1', '10', '100']) {
    type(amount)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(amounts()).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(amounts()).toEqual(['100'])
})

test('a price for an older amount is called off and never shown', async () => {
  const { type, calls, answer, result } = screen()
  type('100')
  await vi.advanceTimersByTimeAsync(300)
  type('200')
  await vi.advanceTimersByTimeAsync(300)
  expect(calls[0]?.over.aborted).toBe(true)
  await answer(1, priced('200'))
  await answer(0, priced('100'))
  expect(result().data?.quote.payin_amount).toBe('200')
})

test('the last price stays until the next is there, and is known to be old', async () => {
  const { type, answer, result } = screen()
  type('100')
  await vi.advanceTimersByTimeAsync(300)
  await answer(0, priced('100'))
  expect(result().isPlaceholderData).toBe(false)
  type('200')
  expect(result()).toMatchObject({ isPlaceholderData: true, data: { quote: { payin_amount: '100' } } })
})

test('a price is asked for anew once the buyer is known, and the former one is known not to be theirs', async () => {
  const { type, signIn, amounts, answer, result } = screen()
  type('100')
  await vi.advanceTimersByTimeAsync(300)
  await answer(0, priced('100'))
  signIn('100')
  expect(result().isPlaceholderData).toBe(true)
  await vi.advanceTimersByTimeAsync(300)
  expect(amounts()).toEqual(['100', '100'])
  await answer(1, priced('100'))
  expect(result().isPlaceholderData).toBe(false)
})

test('a price is renewed before it expires, not out of sight, and at once when it is in sight again', async () => {
  const { type, amounts, answer } = screen()
  type('100')
  await vi.advanceTimersByTimeAsync(300)
  await answer(0, priced('100'))
  await vi.advanceTimersByTimeAsync(55_000)
  expect(amounts()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(amounts()).toHaveLength(2)
  await answer(1, priced('100'))
  focusManager.setFocused(false)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(amounts()).toHaveLength(2)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(400)
  expect(amounts()).toHaveLength(3)
})

test('a passing failure is tried again after a while, and a refusal is not', async () => {
  const { type, amounts, answer, result } = screen()
  type('100')
  await vi.advanceTimersByTimeAsync(300)
  await answer(0, new Failure('rate_unavailable'))
  expect(result().failureReason).toMatchObject({ code: 'rate_unavailable' })
  await vi.advanceTimersByTimeAsync(5_400)
  expect(amounts()).toHaveLength(2)
  await answer(1, new Failure('coupon_invalid'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(amounts()).toHaveLength(2)
  expect(result().error).toMatchObject({ code: 'coupon_invalid' })
})
