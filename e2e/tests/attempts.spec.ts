import { openAtPayment } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'

test('a decline suggests a next step, Enter in the form pays by another card, the history shows both and is printed', async ({
  page,
}) => {
  const widget = await openAtPayment(page)
  await widget.pay('Declined')
  await widget.outcome('Payment declined')
  await expect(widget.root.getByText('Reason given: Declined by processing')).toBeVisible()
  await expect(widget.root.getByText('No money has moved')).toBeVisible()
  await expect(widget.root.getByText('Try another card, or ask your bank why.')).toBeVisible()
  const step = (name: string) =>
    widget.root.getByRole('list', { name: 'Progress' }).getByRole('listitem').filter({ hasText: name })
  await expect(step('Order received').getByRole('time')).toHaveText(/now|ago/)
  await expect(step('Payment by card')).toHaveAttribute('aria-current', 'step')
  await widget.button('Try another card').click()
  await widget.cardFrame.type('4111111111111111', '0138')
  await widget.cardFrame.frame.getByLabel('Security code').press('Enter')
  await widget.outcome(/^You received/)
  await expect(step('Coins sent to you')).toContainText(/0\.03\d+\sETH/)
  const history = await widget.history()
  const tries = history.filter((entry) => entry.includes('Card ending 1111'))
  expect(tries).toEqual([
    expect.stringContaining('declined: Declined by processing'),
    expect.not.stringContaining('declined'),
  ])
  expect(history.at(-1)).toMatch(/^You received 0\.03\d+\sETH/)

  const id = await widget.root
    .getByText(/^[A-Z0-9]{5}-[A-Z0-9]{6}$/)
    .first()
    .textContent()
  await expect(widget.root.getByText(`name its number: ${id}.`)).toBeVisible()
  await expect(widget.button('Copy Order')).toBeVisible()
  const print = widget.button('Print or save receipt')
  await expect(print).toBeVisible()
  await print.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(print).toBeHidden()
  await expect(widget.root.getByText('Done', { exact: true })).toBeHidden()
  await expect(widget.root.getByText('Service fee')).toBeVisible()
})
