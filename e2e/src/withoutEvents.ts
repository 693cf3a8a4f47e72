import type { Page } from '@playwright/test'

/** The page gets no events of its order: it has to look. Called before there is an order. */
export async function withoutEvents(page: Page): Promise<void> {
  await page.route('**/changes', (route) => route.abort())
}
