import { buyByTransfer } from '../src/buyByTransfer.ts'
import { openWidget } from '../src/ownPage.ts'
import { expect, test } from '../src/test.ts'

test('an order above the limit asks for verification before the card, which is typed once', async ({
  shop,
  context,
}) => {
  const { widget } = await shop.buyAtPayment({ payin_amount: '400' })
  await widget.outcome('Something is needed from you')
  await expect(widget.root.getByText('No money has moved.')).toBeVisible()
  await expect.poll(() => shop.statuses(shop.requestId())).toContain('pending')

  const opened = context.waitForEvent('page')
  await widget.root.getByRole('link', { name: 'Verify now' }).click()
  const verification = await opened
  await verification.getByRole('button', { name: 'Approve' }).click()
  await expect(verification.getByRole('heading', { name: 'Approved' })).toBeVisible()
  await verification.close()

  await expect(widget.cardFrame.number).toBeVisible()
  await widget.pay('Success')
  await widget.outcome(/^You received/)
})

test('a refused order above the limit is canceled, no card is charged, and no empty line is under its last step', async ({
  shop,
  context,
}) => {
  const { widget } = await shop.buyAtPayment({ payin_amount: '400' })
  await widget.outcome('Something is needed from you')
  const opened = context.waitForEvent('page')
  await widget.root.getByRole('link', { name: 'Verify now' }).click()
  await (await opened).getByRole('button', { name: 'Refuse' }).click()
  await widget.outcome('Canceled')
  const step = widget.root.getByRole('list', { name: 'Progress' }).getByRole('listitem').last()
  const [whole, name] = await Promise.all([step.boundingBox(), step.getByText('Not paid').boundingBox()])
  expect(bottomOf(whole) - bottomOf(name)).toBeLessThan(4)
  await expect.poll(() => shop.statuses(shop.requestId())).toContain('canceled')
  expect(await shop.statuses(shop.requestId())).not.toContain('auth_success')
})

test('a known buyer sees what is left of the limit on the amount screen, and is asked for more before the card', async ({
  page,
}) => {
  const widget = await openWidget(page)
  await widget.amount('100')
  await widget.address()
  const email = await widget.email()
  await widget.button('Back').click()
  await widget.button('Back').click()
  await expect(
    widget.root.getByText('Your remaining limit for purchases in 30 days is 150.00 EUR.'),
  ).toBeVisible()
  await expect(widget.button('Continue')).toBeEnabled()

  await buyByTransfer(email)
  const again = await openWidget(page)
  await again.amount('60')
  await again.address()
  await again.email(email)
  await again.outcome('Something is needed from you')
  await expect(again.root.getByText('No money has moved.')).toBeVisible()
})

test('a seller of coins is told that they sell, and sees the limit before and after signing in', async ({
  page,
}) => {
  const widget = await openWidget(page, {
    payin_amount: '0.5',
    payin_currency: 'ETH',
    payin_group: 'crypto',
    payout_currency: 'USDC',
  })
  await expect(widget.heading('Buy crypto')).toBeVisible()
  await widget.choose('Currency you get', 'EUR')
  await expect(widget.heading('Sell crypto')).toBeVisible()
  await expect(widget.root.getByText('You can sell for up to 15,000.00 EUR in 30 days.')).toBeVisible()
  await widget.next()
  await widget.field('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await widget.next()
  await widget.email()
  await widget.button('Back').click()
  await widget.button('Back').click()
  const left = 'Your remaining limit for sales in 30 days is 15,000.00 EUR.'
  await expect(widget.root.getByText(left)).toBeVisible()
})

const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN)
