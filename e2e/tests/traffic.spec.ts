import { isLook, msAfter, purchaseTraffic } from '../src/purchaseTraffic.ts'
import { expect, test } from '../src/test.ts'
import { wholePurchase } from '../src/wholePurchase.ts'

/** How often a page looks at its order beside its events, with some room, milliseconds. */
const SELDOM_MS = 9_000

test('a whole purchase by card, from an empty cache to the coins, takes at most 147 kB and its events, in 18 requests', async ({
  page,
}) => {
  const traffic = await wholePurchase(page)
  const { counted, requests, bytes } = purchaseTraffic(traffic)
  const sent = traffic.answers.toSorted((one, other) => one.sentAt - other.sentAt)
  const listed = sent.map((answer) => `${answer.bytes} ${answer.url}`).join('\n')
  expect(counted.length, listed).toBeGreaterThan(15)
  expect(traffic.streams).toBe(1)
  expect(requests, listed).toBeLessThanOrEqual(18)
  expect(bytes, listed).toBeLessThanOrEqual(147_000)
  // Each change comes as an event. Whether a page looks before it hears them, or beside them, depends on the machine too.
  const followed = sent.filter(({ url }) => isLook(url) || url.endsWith('/order'))
  const early = followed.slice(1).filter((answer, index) => msAfter(followed[index], answer) < SELDOM_MS)
  expect(early.length, listed).toBeLessThanOrEqual(2)
})
