import type { Page, Request } from '@playwright/test'

/** Keeps the calls to a path, or the first so many of them, from being answered until they are let go, and lists them. */
export async function hold(
  page: Page,
  path: string,
  options: { times?: number } = {},
): Promise<{ held: Request[]; release: () => void }> {
  const held: Request[] = []
  const released = Promise.withResolvers<void>()
  await page.route(
    path,
    async (route) => {
      held.push(route.request())
      await released.promise
      await route.continue()
    },
    options,
  )
  return { held, release: released.resolve }
}
