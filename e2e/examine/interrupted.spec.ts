import type { Page } from '@playwright/test'
import { chooseBalance } from '../src/chooseBalance.ts'
import { clientWithEther } from '../src/clientWithEther.ts'
import { endSession } from '../src/endSession.ts'
import type { ShopPage } from '../src/ShopPage.ts'
import { expect, test } from '../src/test.ts'
import { freshEmail, jane, wallet, type Widget } from '../src/Widget.ts'

/* Each step of a purchase with something in its way: what was entered stays, and the purchase ends as without it. */

test('without a connection no step loses anything, and each goes on once it is back', async ({
  shop,
  page,
}) => {
  const widget = await shop.buy()
  await expect(widget.button('Continue')).toBeEnabled()
  await widget.field('You pay').fill('93')
  await expect(widget.root.getByText(/^1\sETH ≈ /)).toBeVisible()
  await offlineAt(page, widget, async () => {
    await expect(widget.field('You pay')).toHaveValue(/^93/)
  })
  await widget.next()

  await widget.field('Wallet address').fill(wallet)
  await offlineAt(page, widget, async () => {
    await widget.next()
    await expect(widget.root.getByText(/^We cannot reach the service/)).toBeVisible()
    await expect(widget.field('Wallet address')).toHaveValue(wallet)
  })
  await widget.next()

  const email = freshEmail()
  await widget.field('E-mail').fill(email)
  await offlineAt(page, widget, async () => {
    await widget.next()
    await expect(widget.root.getByText(/^We cannot reach the service/)).toBeVisible()
    await expect(widget.field('E-mail')).toHaveValue(email)
  })
  await widget.next()

  const shown = await widget.root.getByText(/The code would be \d{6}/).textContent()
  const code = /\d{6}/.exec(shown ?? '')?.[0] ?? ''
  await offlineAt(page, widget, async () => {
    await widget.field('Code').fill(code)
    await widget.next()
    await expect(widget.root.getByText(/^We cannot reach the service/)).toBeVisible()
    await expect(widget.field('Code')).toHaveValue(code)
  })
  await widget.next()

  await expect(widget.field('First name')).toBeVisible()
  await widget.field('First name').fill(jane['First name'])
  await offlineAt(page, widget, async () => {
    await widget.payer()
    await expect(widget.root.getByText(/^We cannot reach the service/)).toBeVisible()
    await expect(widget.field('City')).toHaveValue(jane.City)
  })
  await widget.next()

  await expect(widget.cardFrame.number).toBeVisible()
  await offlineAt(page, widget, async () => {
    await widget.pay('3-D Secure success')
    await expect(widget.cardFrame.frame.getByText(/^We could not send your card details/)).toBeVisible()
  })
  await widget.button(/^Pay \d/).click()

  const approve = widget.challenge.frame.getByRole('button', { name: 'Approve' })
  await expect(approve).toBeVisible()
  await offlineAt(page, widget, async () => {
    await expect(widget.heading('Confirm with your bank')).toBeVisible()
  })
  await widget.challenge.answer('Approve')
  await widget.outcome(/^You received/)
  await offlineAt(page, widget, async () => {
    await expect(widget.heading(/^You received/)).toBeVisible()
  })
  await paidOnce(shop)
})

test('money that arrives while the buyer has no connection is shown once it is back', async ({
  shop,
  page,
}) => {
  const { widget } = await shop.buyAtPayment({ payin_group: 'sepa' })
  const link = widget.root.getByRole('link', { name: 'Pay at the test bank' })
  const bank = (await link.getAttribute('href')) ?? ''
  await offlineAt(page, widget, async () => {
    // The money comes from elsewhere.
    expect((await fetch(bank, { method: 'POST' })).ok).toBe(true)
    await expect(widget.heading('Waiting for payment')).toBeVisible()
  })
  await widget.outcome(/^You received/)
})

test.describe('a session that ends asks for the code again and nothing else', () => {
  for (const { at, path } of [
    { at: 'as the order is placed', path: '**/api/widget/*/order' },
    { at: 'as the card form is opened', path: '**/api/widget/*/fields' },
  ])
    test(at, async ({ shop, page }) => {
      const widget = await shop.buy()
      await widget.amount()
      await widget.address()
      const email = await widget.email()
      await endSession(page, path)
      await widget.payer()
      await confirmAgain(widget, email)
      await widget.pay('Success')
      await widget.outcome(/^You received/)
      await paidOnce(shop)
    })

  test('as the card is charged', async ({ shop, page }) => {
    const { widget, email } = await shop.buyAtPayment()
    await endSession(page, '**/api/widget/*/charge')
    await widget.pay('Success')
    await confirmAgain(widget, email)
    await widget.pay('Success')
    await widget.outcome(/^You received/)
    await paidOnce(shop)
  })

  test('at the bank', async ({ shop, page }) => {
    const { widget, email } = await shop.buyAtPayment()
    await widget.pay('3-D Secure success')
    await expect(widget.heading('Confirm with your bank')).toBeVisible()
    await endSession(page, /\/api\/widget\/[^/]+\/status/)
    await confirmAgain(widget, email)
    await widget.challenge.answer('Approve')
    await widget.outcome(/^You received/)
    await paidOnce(shop)
  })

  test('as a withdrawal is placed', async ({ shop, page }) => {
    const email = await clientWithEther(page)
    const widget = await shop.buy()
    await chooseBalance(widget, email)
    await widget.field('From your balance').fill('0.02')
    await endSession(page, '**/api/widget/*/order')
    await widget.next()
    await widget.address(wallet)
    await confirmAgain(widget, email)
    await widget.outcome('Something is needed from you')
    await expect(widget.root.getByText('The amount is reserved on your balance')).toBeVisible()
  })
})

/** Looks at a step while the buyer has no connection, of which they read once. */
async function offlineAt(page: Page, widget: Widget, look: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true)
  await expect(widget.root.getByText(/^You are offline/)).toBeVisible()
  await look()
  await page.context().setOffline(false)
  await expect(widget.root.getByText(/^You are offline/)).toBeHidden()
}

/** The e-mail is known: only its code is asked for. */
async function confirmAgain(widget: Widget, email: string): Promise<void> {
  await expect(widget.field('E-mail')).toHaveValue(email)
  await widget.next()
  await widget.code()
}

async function paidOnce(shop: ShopPage): Promise<void> {
  await expect
    .poll(() => shop.statuses(shop.requestId()))
    .toEqual(['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished'])
}
