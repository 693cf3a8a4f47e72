import type { Page, Request } from '@playwright/test'

/** Keeps the calls to a path from being answered until they are let go, and lists them. */
export async function hold(page: Page, path: string): Promise<{ held: Request[]; release: () => void }> {
  const held: Request[] = []
  const released = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    held.push(route.request())
    await released.promise
    await route.continue()
  })
  return { held, release: released.resolve }
}
