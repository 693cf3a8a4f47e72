import { expect, test } from '../src/test.ts'
import { wholePurchase } from '../src/wholePurchase.ts'

/** How often an order changes after its card was charged: approved, being paid out, paid out. */
const CHANGES = 3

test('a whole purchase by card, from an empty cache to the coins, takes at most 150 kB in 22 requests', async ({
  page,
}) => {
  const { answers } = await wholePurchase(page)
  const isLook = (url: string) => url.includes('/status?')
  const looks = answers.filter(({ url }) => isLook(url)).map(({ bytes }) => bytes)
  const others = answers.filter(({ url }) => !isLook(url))
  // Whether the minute of a price passes, which is then renewed, depends on how fast this machine is.
  const priced = others.filter(({ url }) => /\/w\/[^/]+$|\/quote$/.test(url))
  const renewed = new Set(
    priced.filter(({ sentAt }, index) => sentAt - (priced[index - 1]?.sentAt ?? sentAt) > 50_000),
  )
  const asked = others.filter((answer) => !renewed.has(answer))
  const listed = answers.map(({ url, bytes }) => `${bytes} ${url}`).join('\n')
  expect(looks.length, listed).toBeGreaterThan(0)
  expect(asked.length, listed).toBeGreaterThan(15)
  expect(asked.length + CHANGES, listed).toBeLessThanOrEqual(22)
  // So does how many looks see a change, and each that does is as large as the largest.
  const bytes = asked.reduce((sum, answer) => sum + answer.bytes, 0)
  expect(bytes + CHANGES * Math.max(...looks), listed).toBeLessThanOrEqual(150_000)
})
