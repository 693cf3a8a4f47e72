import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { forgetEndedWindows, limitHeaders, limitsMigrations, memoryLimiter, sharedLimiter } from './limits.ts'

const LIMIT = { name: 'codes', points: 5, windowSeconds: 3600 }

let held: TestDatabase
let time = Date.parse('2026-01-02T03:00:00Z')
const clock = { now: () => new Date(time) }

beforeAll(async () => {
  held = await testDatabase({ schema: 'limits', appRole: 'limits_app', directories: [limitsMigrations] })
})
afterAll(() => held.close())

const shared = (factor = 1) => sharedLimiter({ clock, query: held.database.query }, { limit: LIMIT, factor })

test('of many simultaneous uses in several processes, exactly as many are allowed as the limit has points', async () => {
  const limiters = [shared(), shared(), shared()]
  const uses = await Promise.all(
    Array.from({ length: 30 }, (_, index) => (limiters[index % 3] ?? shared()).consume('mail')),
  )
  expect(uses.filter((use) => use.allowed)).toHaveLength(5)
})

test('a shared window begins with its first use, ends after its time, and each key has its own', async () => {
  const limiter = shared()
  for (const remaining of [4, 3, 2, 1, 0])
    expect(await limiter.consume('a')).toMatchObject({ remaining, resetSeconds: 3600 })
  time += 3_599_001
  expect(await limiter.consume('a')).toMatchObject({ allowed: false, resetSeconds: 1 })
  expect(await limiter.consume('b')).toMatchObject({ allowed: true, remaining: 4 })
  time += 999
  expect(await limiter.consume('a')).toMatchObject({ allowed: true, remaining: 4, resetSeconds: 3600 })
})

test('windows that have ended are forgotten and others stay', async () => {
  await shared().consume('old')
  time += 1_800_000
  await shared().consume('young')
  time += 1_800_000
  await forgetEndedWindows({ clock, query: held.database.query })
  const left = await held.database.query<{ key: string }>(
    statement(`select key from limit_window order by key`),
  )
  expect(left).toEqual([{ key: 'young' }])
})

test('a limiter in memory counts each key in each window', () => {
  const limiter = memoryLimiter({ clock }, { limit: { name: 'p', points: 2, windowSeconds: 1 }, factor: 1 })
  expect([1, 2, 3].map(() => limiter.consume('a').allowed)).toEqual([true, true, false])
  expect(limiter.consume('b').allowed).toBe(true)
  time += 1000
  expect(limiter.consume('a').allowed).toBe(true)
})

test('the operator’s factor scales every limit, and none falls below one', () => {
  const points = (factor: number) =>
    memoryLimiter({ clock }, { limit: LIMIT, factor }).consume('a').limit.points
  expect([points(10), points(0.5), points(0.001)]).toEqual([50, 3, 1])
})

test('the fields follow the draft standard', () => {
  const limit = { name: 'partner', points: 100, windowSeconds: 1 }
  expect(limitHeaders({ limit, allowed: true, remaining: 42, resetSeconds: 1 })).toEqual({
    RateLimit: '"partner";r=42;t=1',
    'RateLimit-Policy': '"partner";q=100;w=1',
  })
  expect(limitHeaders({ limit, allowed: false, remaining: 0, resetSeconds: 7 })).toMatchObject({
    'Retry-After': '7',
  })
})
