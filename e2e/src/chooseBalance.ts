import { expect } from '@playwright/test'
import type { Widget } from './Widget.ts'

/** The buyer says who they are, and goes back to pay with what they have. */
export async function chooseBalance(widget: Widget, email: string): Promise<void> {
  await widget.amount()
  await widget.address()
  await widget.email(email)
  await widget.button('Back').click()
  await widget.button('Back').click()
  await widget.choose('Currency you pay', 'ETH on Ethereum')
  await widget.choose('Pay with', 'Balance')
  await expect(widget.root.getByText(/^Your balance: 0\.0\d+\sETH$/)).toBeVisible()
  await widget.choose('Currency you get', 'ETH on Ethereum')
}
