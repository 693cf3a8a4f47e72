import { expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '../DatabaseUnavailable.ts'
import { gathered } from './gathered.ts'

/** Work on numbers, of which each statement is noted and answered by hand. */
function work() {
  const statements: { items: readonly number[]; sent: PromiseWithResolvers<void> }[] = []
  const run = async (items: readonly number[]) => {
    const sent = Promise.withResolvers<void>()
    statements.push({ items, sent })
    await sent.promise
  }
  const write = gathered<number, string>({
    alone: (item) => run([item]).then(() => `${item} alone`),
    together: (items) => run(items).then(() => (item) => `${item} of ${items.length}`),
    keyOf: (item) => String(item % 100),
  })
  return {
    write,
    taken: () => statements.map(({ items }) => items),
    sent: (index: number) => statements[index]?.sent,
  }
}

test('what comes while a statement is under way is done by the next one, and what comes first by itself', async () => {
  const { write, taken, sent } = work()
  const first = write(1)
  const later = [write(2), write(3)]
  expect(taken()).toEqual([[1]])
  sent(0)?.resolve()
  expect(await first).toBe('1 alone')
  await vi.waitFor(() => expect(taken()).toEqual([[1], [2, 3]]))
  sent(1)?.resolve()
  expect(await Promise.all(later)).toEqual(['2 of 2', '3 of 2'])
})

test('four do not wait for the statement that is under way, and later ones wait for one of the two', async () => {
  const { write, taken, sent } = work()
  const all = Array.from({ length: 10 }, (_, index) => write(index))
  expect(taken()).toEqual([[0], [1, 2, 3, 4]])
  sent(1)?.resolve()
  await vi.waitFor(() => expect(taken()[2]).toEqual([5, 6, 7, 8, 9]))
  all.push(write(10), write(11), write(12))
  sent(0)?.resolve()
  expect(await all[0]).toBe('0 alone')
  expect(taken()).toHaveLength(3)
  sent(2)?.resolve()
  await vi.waitFor(() => expect(taken()[3]).toEqual([10, 11, 12]))
  sent(3)?.resolve()
  expect(new Set(await Promise.all(all)).size).toBe(13)
})

test('what waits for its key alone begins no other statement, and keeps nobody of another key waiting', async () => {
  const { write, taken, sent } = work()
  const all = [1, 101, 201, 301, 401, 2, 3, 4].map((item) => write(item))
  expect(taken()).toEqual([[1]])
  all.push(write(5))
  expect(taken()).toEqual([[1], [2, 3, 4, 5]])
  sent(1)?.resolve()
  expect(await all[5]).toBe('2 of 4')
  expect(taken()).toHaveLength(2)
  for (const [index, item] of [1, 101, 201, 301, 401].entries()) {
    const number = index === 0 ? 0 : index + 1
    await vi.waitFor(() => expect(taken()[number]).toEqual([item]))
    sent(number)?.resolve()
  }
  await Promise.all(all)
})

test('what waits for its key waits for the end of a statement that takes long', async () => {
  vi.useFakeTimers()
  const { write, taken, sent } = work()
  const first = write(1)
  const second = write(101)
  const other = write(2)
  await vi.advanceTimersByTimeAsync(100)
  expect(taken()).toEqual([[1], [2]])
  sent(1)?.resolve()
  expect(await other).toBe('2 alone')
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  expect(taken()).toHaveLength(2)
  sent(0)?.resolve()
  expect(await first).toBe('1 alone')
  await vi.waitFor(() => expect(taken()[2]).toEqual([101]))
  sent(2)?.resolve()
  expect(await second).toBe('101 alone')
})

test('a statement takes sixteen at most, and only the first of one key', async () => {
  const { write, taken, sent } = work()
  const all = Array.from({ length: 22 }, (_, index) => write(index)).concat(write(105))
  sent(0)?.resolve()
  await vi.waitFor(() => expect(taken()).toHaveLength(3))
  expect(taken()[2]).toEqual(Array.from({ length: 16 }, (_, index) => index + 5))
  sent(1)?.resolve()
  sent(2)?.resolve()
  await vi.waitFor(() => expect(taken()[3]).toEqual([21, 105]))
  sent(3)?.resolve()
  expect(new Set(await Promise.all(all)).size).toBe(23)
})

test('two of one key are done one after the other', async () => {
  const { write, taken, sent } = work()
  const all = [write(1), write(2), write(102), write(202)]
  for (const [index, items] of [[1], [2], [102], [202]].entries()) {
    await vi.waitFor(() => expect(taken()[index]).toEqual(items))
    sent(index)?.resolve()
  }
  await Promise.all(all)
})

test('what may not be together with others is done at once, alone', async () => {
  const write = gathered<number, string>({
    alone: async (item) => `${item} alone`,
    together: async (items) => (item) => `${item} of ${items.length}`,
    keyOf: String,
    mayBeTogether: (item) => item < 10,
  })
  expect(await Promise.all([write(1), write(2), write(10), write(3)])).toEqual([
    '1 alone',
    '2 of 2',
    '10 alone',
    '3 of 2',
  ])
})

test('the next ones do not wait for a statement that takes long', async () => {
  vi.useFakeTimers()
  const { write, taken, sent } = work()
  const first = write(1)
  const second = write(2)
  await vi.advanceTimersByTimeAsync(99)
  expect(taken()).toEqual([[1]])
  await vi.advanceTimersByTimeAsync(1)
  expect(taken()).toEqual([[1], [2]])
  vi.useRealTimers()
  sent(1)?.resolve()
  expect(await second).toBe('2 alone')
  sent(0)?.resolve()
  expect(await first).toBe('1 alone')
})

test('where a statement for several breaks a rule, each is done alone and only the one at fault fails', async () => {
  const write = gathered<number, string>({
    alone: async (item) => {
      if (item === 3) throw new Error('a rule')
      return `${item} alone`
    },
    together: () => Promise.reject(new Error('a rule')),
    keyOf: String,
  })
  const outcomes = await Promise.allSettled([write(1), write(2), write(3), write(4)])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('where the database is away, none is tried alone, and what comes later is tried', async () => {
  const away = new DatabaseUnavailable({ failure: 'gone', code: '08006', isUnknown: true, cause: undefined })
  const alone = vi.fn(async (item: number) => item)
  const write = gathered<number, number>({ alone, together: () => Promise.reject(away), keyOf: String })
  const outcomes = await Promise.allSettled([write(1), write(2), write(3)])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(outcomes[2]).toMatchObject({ reason: away })
  expect(alone).toHaveBeenCalledTimes(1)
  expect(await write(4)).toBe(4)
})
