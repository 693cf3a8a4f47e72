import { expect, test } from '../src/test.ts'

test('Escape at the bank asks whether to close, and the answer is the buyer’s', async ({ shop, page }) => {
  const widget = await shop.buy({ mode: 'modal' })
  await widget.untilCard()
  await widget.pay('3-D Secure success')
  await expect(widget.heading('Confirm with your bank')).toBeFocused()
  const question = widget.root.getByRole('dialog', { name: 'A payment is under way' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await widget.heading('Confirm with your bank').press('Escape')
  await question.getByRole('button', { name: 'Close anyway' }).click()
  await expect(shop.frame).toHaveCount(0)
})

test('Escape before a payment closes at once', async ({ shop, page }) => {
  const widget = await shop.buy({ mode: 'modal' })
  await widget.field('You pay').focus()
  await page.keyboard.press('Escape')
  await expect(shop.frame).toHaveCount(0)
})
