import { expect, test } from 'vitest'
import { serverClock } from './ServerClock.ts'

const date = (ms: number) => new Date(ms).toUTCString()

test('a device with a wrong clock counts by the server’s', () => {
  const clock = serverClock(() => 0)
  clock.learn(date(3_600_000))
  expect(clock.nowMs()).toBe(3_600_500)
})

test('a device whose clock is right to the header’s second keeps its own', () => {
  const clock = serverClock(() => 10_000)
  clock.learn(date(11_000))
  expect(clock.nowMs()).toBe(10_000)
})

test.each([null, '', 'yesterday'])('a header without a time (%j) changes nothing', (header) => {
  const clock = serverClock(() => 5)
  clock.learn(header)
  expect(clock.nowMs()).toBe(5)
})
