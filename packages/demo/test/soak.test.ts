import { expect, test } from 'vitest'
import { brokenPromises, type Tenth } from '../soak/brokenPromises.ts'
import type { Footprint } from '../soak/footprints.ts'

const MEGABYTE = 1024n * 1024n

/** Ten tenths in which nothing is lost, but for what is changed from a tenth on. */
function tenths(change: Partial<Tenth> = {}, from = 7): Tenth[] {
  const steady: Tenth = {
    visitsPerSecond: 100,
    othersShare: 0.02,
    megabytes: { exchange: 140, 'card platform': 110 },
    overdue: { 'exchange.callback': 2 },
  }
  return Array.from({ length: 10 }, (_, tenth) => (tenth < from ? steady : { ...steady, ...change }))
}

const table: Footprint = {
  name: 'exchange.orders',
  rows: 1_000n,
  bytes: 40n * MEGABYTE,
  freshBytes: 20n * MEGABYTE,
}

test('a soak in which nothing is lost breaks no promise', () => {
  expect(brokenPromises(tenths({ visitsPerSecond: 90 }), [table])).toEqual([])
})

test.for<[string, Partial<Tenth>, string]>([
  [
    'speed',
    { visitsPerSecond: 89, othersShare: 0.4 },
    'The last tenth was 0.89 times as fast as the first, and should be 0.9. Others used 2 % of the machine in the first and 40 % in the last.',
  ],
  [
    'memory',
    { megabytes: { exchange: 151, 'card platform': 110 } },
    'The exchange had 151 MB, and should have at most 150.',
  ],
  [
    'memory that grows',
    { megabytes: { exchange: 140, 'card platform': 122 } },
    'The card platform grew from 110 to 122 MB.',
  ],
  [
    'work that nobody does',
    { overdue: { 'exchange.callback': 23 } },
    'The due list exchange.callback grew from 2 to 23 rows that nobody works.',
  ],
])('a soak names what it lost: %s', ([, change, sentence]) => {
  expect(brokenPromises(tenths(change), [table])).toEqual([sentence])
})

test('a soak names a table that takes more than twice what its rows do', () => {
  const bloated = { ...table, bytes: 43n * MEGABYTE }
  expect(brokenPromises(tenths(), [bloated])).toEqual([
    'exchange.orders takes 43.0 MB for 1000 rows that take 20.0 MB when they are written anew.',
  ])
})
