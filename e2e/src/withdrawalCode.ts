import { expect, type Page } from '@playwright/test'
import { addresses } from './addresses.ts'
import type { Widget } from './Widget.ts'

/** The code that confirms the withdrawal in a widget, by the way that a buyer finds it in the sandbox. */
export async function withdrawalCode(widget: Widget, page: Page): Promise<string> {
  const id = await widget.root
    .getByText(/^[A-Z0-9]{5}-[A-Z0-9]{6}$/)
    .first()
    .textContent()
  const link = widget.root.getByRole('link', { name: 'Look up the code in the test outbox' })
  const [outbox] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await outbox.waitForURL(/\/sandbox\/outbox/)
  return mailedCode(page, String(id), outbox.url())
}

/** The code of a withdrawal, as the sandbox's outbox lists it among those of others. */
export async function mailedCode(
  page: Page,
  orderId: string,
  outbox = `${addresses.exchange}/sandbox/outbox`,
): Promise<string> {
  let code = ''
  const readCode = async () => {
    const shown = await (await page.request.get(outbox)).text()
    code = new RegExp(`The code for withdrawal ${orderId} is (\\d{6})\\b`).exec(shown)?.[1] ?? ''
    return code
  }
  await expect.poll(readCode).toMatch(/^\d{6}$/)
  return code
}
