import { expect, test } from '../src/test.ts'

test('an order above the limit waits, is approved, and goes on to be paid', async ({ shop, context }) => {
  const widget = await shop.buy({ amount: '400' })
  await widget.untilCard()
  await widget.pay('Success')
  await widget.outcome('Something is needed from you')
  await expect(widget.root.getByText('No money has moved.')).toBeVisible()
  await expect.poll(() => shop.statuses(shop.requestId())).toContain('pending')

  const opened = context.waitForEvent('page')
  await widget.root.getByRole('link', { name: 'Verify now' }).click()
  const verification = await opened
  await verification.getByRole('button', { name: 'Approve' }).click()
  await expect(verification.getByRole('heading')).toBeVisible()
  await verification.close()

  await expect(widget.cardFrame.number).toBeVisible()
  await widget.pay('Success')
  await widget.outcome('Paid out')
})

test('an order above the limit that is refused is canceled, and no card was charged', async ({
  shop,
  context,
}) => {
  const widget = await shop.buy({ amount: '400' })
  await widget.untilCard()
  await widget.pay('Success')
  await widget.outcome('Something is needed from you')
  const opened = context.waitForEvent('page')
  await widget.root.getByRole('link', { name: 'Verify now' }).click()
  await (await opened).getByRole('button', { name: 'Refuse' }).click()
  await widget.outcome('Canceled')
  await expect.poll(() => shop.statuses(shop.requestId())).toContain('canceled')
  expect(await shop.statuses(shop.requestId())).not.toContain('auth_success')
})
