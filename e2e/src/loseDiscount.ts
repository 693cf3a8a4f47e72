import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addresses } from './addresses.ts'
import { createOrder } from './apiOrder.ts'
import { knownBuyer } from './beginPurchase.ts'
import { buyByTransfer } from './buyByTransfer.ts'
import { runCommand } from './runCommand.ts'
import { expect } from './test.ts'
import { Widget } from './Widget.ts'

/** Makes a coupon that each buyer may use once. */
export async function createCouponOfOneEach(): Promise<string> {
  const coupon = `ONE-EACH-${randomUUID()}`
  const terms = ['--off', '100', '--until', '2099-01-01T00:00:00Z', '--uses', '1000', '--uses-each', '1']
  await runCommand('coupon', 'create', coupon, '--partner', 'SANDBOXPARTNER01', ...terms)
  return coupon
}

/** Approves an order whose coupon another order of the same person has had meanwhile: it waits at its new price. */
export async function loseDiscount(page: Page, coupon: string): Promise<Widget> {
  const email = await knownBuyer()
  await page.goto((await createOrder(email, { coupon })).redirect)
  const widget = new Widget(page)
  await widget.email(email)
  await widget.pay('3-D Secure success')
  await expect(page).toHaveURL(new RegExp(`^${addresses.cards}/`))
  await buyByTransfer(email.replace('@', '+again@'), { payin_amount: '50', coupon })
  await page.getByRole('button', { name: 'Approve' }).click()
  await widget.outcome('Something is needed from you')
  return widget
}
