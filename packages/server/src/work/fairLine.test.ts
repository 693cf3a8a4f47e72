import { expect, test } from 'vitest'
import { fairLine } from './fairLine.ts'

/** Work that ends on request, and records that it has begun. */
function rig(options: Partial<Parameters<typeof fairLine>[0]> = {}) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const line = fairLine({ atOnce: 2, mostWaiting: 10, refuse: () => new Error('full'), ...options })
  const add = (share: string, name: string) =>
    line(share, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  const settled = () => new Promise(setImmediate)
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { begun, add, end, settled }
}

test('a caller with much waiting work is passed by one with little', async () => {
  const { begun, add, end, settled } = rig()
  for (const number of [1, 2, 3, 4, 5, 6]) void add('a', `a${number}`)
  void add('b', 'b1')
  void add('c', 'c1')
  await settled()
  expect(begun).toEqual(['a1', 'a2'])
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'a5', 'a6'])
})

test('a share has no more places than its own, also while nobody waits', async () => {
  const { begun, add, end, settled } = rig({ atOnce: 3, each: 2 })
  for (const number of [1, 2, 3]) void add('a', `a${number}`)
  await settled()
  expect(begun).toEqual(['a1', 'a2'])
  void add('b', 'b1')
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun).toHaveLength(3)
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('a share’s line has an end, and others find a place all the same', async () => {
  const { begun, add, end } = rig({ atOnce: 1, mostWaiting: 2 })
  const all = [1, 2, 3].map((number) => add('a', `a${number}`))
  await expect(add('a', 'a4')).rejects.toThrow('full')
  const other = add('b', 'b1')
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(await Promise.all([...all, other])).toEqual(['a1', 'a2', 'a3', 'b1'])
  expect(begun).toHaveLength(4)
})

test('work that fails frees its place', async () => {
  const line = fairLine({ atOnce: 1, mostWaiting: 1, refuse: () => new Error('full') })
  await expect(line('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await line('a', () => Promise.resolve('done'))).toBe('done')
})
