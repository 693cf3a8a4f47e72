import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judge, type SourcedPrice } from './judge.ts'

const now = new Date('2026-03-01T12:00:00Z')
const at = (secondsAgo: number) => new Date(now.getTime() - secondsAgo * 1_000)
const pricesOf = (
  ...prices: readonly (number | readonly [price: number, secondsAgo: number])[]
): SourcedPrice[] =>
  prices.map((each, index) => {
    const [price, secondsAgo] = typeof each === 'number' ? [each, 0] : each
    return { source: `market-${index}`, code: 'BTC', eur: BigInt(price), at: at(secondsAgo) }
  })
const verdicts = (prices: readonly SourcedPrice[]) => judge(prices, now).judged.map(({ verdict }) => verdict)

test.for<[string, SourcedPrice[], bigint | undefined, string[]]>([
  ['two that agree give their mean', pricesOf(10_000, 10_100), 10_050n, ['in', 'in']],
  ['three give the middle one', pricesOf(10_000, 10_200, 10_010), 10_010n, ['in', 'in', 'in']],
  ['two that are 2 % apart agree', pricesOf(10_000, 10_200), 10_100n, ['in', 'in']],
  ['two that are further apart do not', pricesOf(10_000, 10_201), undefined, ['apart', 'apart']],
  [
    'of three, the one far off does not count',
    pricesOf(10_000, 10_010, 20_000),
    10_005n,
    ['in', 'in', 'apart'],
  ],
  ['three that are all apart give none', pricesOf(100, 200, 300), undefined, ['apart', 'alone', 'apart']],
  [
    'three in too wide a row give none',
    pricesOf(10_000, 10_150, 10_300),
    undefined,
    ['apart', 'apart', 'apart'],
  ],
  ['one alone gives none', pricesOf(10_000), undefined, ['alone']],
  ['thirty seconds are not stale', pricesOf([10_000, 30], 10_000), 10_000n, ['in', 'in']],
  [
    'more than thirty seconds are stale, and leave one alone',
    pricesOf([10_000, 30.001], 10_000),
    undefined,
    ['stale', 'alone'],
  ],
  ['one from the future is stale', pricesOf([10_000, -30.001], 10_000), undefined, ['stale', 'alone']],
  [
    'a stale one far off does no harm',
    pricesOf([90_000, 60], 10_000, 10_002),
    10_001n,
    ['stale', 'in', 'in'],
  ],
  ['no source gives none', [], undefined, []],
])('the prices are judged: %s', ([, prices, eur, expected]) => {
  expect(judge(prices, now).eur).toBe(eur)
  expect(verdicts(prices)).toEqual(expected)
})

test('a price lies between two of its sources that agree, whatever their order', () => {
  const one = fc.record({
    eur: fc.bigInt(1n, 10n ** 24n),
    secondsAgo: fc.integer({ min: 0, max: 60 }),
  })
  const near = fc
    .tuple(fc.bigInt(10_000n, 10n ** 24n), fc.array(fc.integer({ min: -150, max: 150 }), { maxLength: 5 }))
    .map(([eur, moves]) =>
      moves.map((bps) => ({ eur: (eur * BigInt(10_000 + bps)) / 10_000n, secondsAgo: 0 })),
    )
  fc.assert(
    fc.property(fc.oneof(fc.array(one, { maxLength: 5 }), near), (made) => {
      const prices = made.map(({ eur, secondsAgo }, index) => {
        return { source: String(index), code: 'BTC', eur, at: at(secondsAgo) }
      })
      const { eur, judged } = judge(prices, now)
      expect(judge(prices.toReversed(), now).eur).toBe(eur)
      const counted = judged.filter(({ verdict }) => verdict === 'in').map((each) => each.eur)
      expect(counted.length === 0).toBe(eur === undefined)
      if (eur === undefined) return
      const [low, high] = [
        counted.reduce((a, b) => (a < b ? a : b)),
        counted.reduce((a, b) => (a > b ? a : b)),
      ]
      expect(counted.length).toBeGreaterThanOrEqual(2)
      expect(low <= eur && eur <= high).toBe(true)
      expect((high - low) * 10_000n <= low * 200n).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
