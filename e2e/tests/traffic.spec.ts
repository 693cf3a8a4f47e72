import { expect, test } from '../src/test.ts'
import { wholePurchase } from '../src/wholePurchase.ts'

test('a whole purchase by card is at most 150 kB in 20 requests', async ({ page }) => {
  const { answers, bytes } = await wholePurchase(page)
  const listed = answers.map((each) => `${each.bytes} ${each.url}`).join('\n')
  expect(bytes, listed).toBeLessThanOrEqual(150_000)
  expect(answers.length, listed).toBeLessThanOrEqual(20)
})
