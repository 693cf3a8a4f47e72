import { openAtPayment } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'

test('a buyer without a connection reads once that nothing was sent, and pays once it is back', async ({
  page,
}) => {
  const widget = await openAtPayment(page)
  await widget.cardFrame.pick('Success')
  await page.context().setOffline(true)
  await expect(widget.root.getByText(/^You are offline/)).toBeVisible()
  await widget.button(/^Pay \d/).click()
  await expect(widget.cardFrame.frame.getByText(/^We could not send your card details/)).toBeVisible()
  await expect(widget.root.getByText(/^You are offline/)).toBeHidden()
  await expect(widget.root.getByRole('alert')).toHaveCount(0)
  await page.context().setOffline(false)
  await widget.button(/^Pay \d/).click()
  await widget.outcome(/^You received/)
})
