import { expect, test } from '../src/test.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('on a phone the shop’s Buy brings the widget into sight', async ({ shop }) => {
  const widget = await shop.buy()
  await expect(widget.field('You pay')).toBeInViewport()
  await expect(widget.heading('Buy crypto')).toBeInViewport()
})
