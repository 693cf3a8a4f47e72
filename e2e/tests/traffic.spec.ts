import { expect, test } from '../src/test.ts'
import { wholePurchase } from '../src/wholePurchase.ts'

test('a whole purchase by card takes at most 150 kB in 20 requests, before its order is followed', async ({
  page,
}) => {
  const { answers } = await wholePurchase(page)
  // How often an order is looked at depends on how fast this machine is.
  const asked = answers.filter(({ url }) => !/\/(?:status\?.*|changes)$/.test(url))
  // And so does whether the minute of a price passes, which is then renewed.
  const priced = asked.filter(({ url }) => /\/w\/[^/]+$|\/quote$/.test(url))
  const renewed = new Set(
    priced.filter(({ sentAt }, index) => sentAt - (priced[index - 1]?.sentAt ?? sentAt) > 50_000),
  )
  const before = asked.filter((answer) => !renewed.has(answer))
  const listed = before.map(({ url, bytes }) => `${bytes} ${url}`).join('\n')
  expect(before.length, listed).toBeGreaterThan(15)
  expect(before.length, listed).toBeLessThanOrEqual(20)
  expect(
    before.reduce((sum, { bytes }) => sum + bytes, 0),
    listed,
  ).toBeLessThanOrEqual(150_000)
})
