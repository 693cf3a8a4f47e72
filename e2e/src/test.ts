import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { ShopPage } from './ShopPage.ts'

/*
 * Playwright writes down the stack of each step, and maps it by source maps: a seventh of all its own work. Node runs this
 * TypeScript as it stands, so that there is nothing to map.
 */
Reflect.deleteProperty(Error, 'prepareStackTrace')

type Fixtures = {
  shop: ShopPage
}
type Options = {
  /** Whether pages in frames of another site may keep anything, as most browsers no longer let them. */
  thirdPartyStorage: 'blocked' | 'allowed'
}

/** The tests' own `test`: the shop's page in a browser that blocks third-party storage, unless a test says otherwise. */
export const test = base.extend<Fixtures & Options>({
  thirdPartyStorage: ['blocked', { option: true }],
  context: async ({ context, thirdPartyStorage }, use) => {
    if (thirdPartyStorage === 'blocked') await blockThirdPartyStorage(context)
    await use(context)
    // What a page asks as its test ends is nobody's any more.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  },
  page: async ({ page, context, thirdPartyStorage }, use) => {
    if (thirdPartyStorage === 'blocked') {
      await blockCookies(page)
      context.on('page', (other) => void blockCookies(other))
    }
    await use(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  shop: async ({ page }, use) => {
    await use(new ShopPage(page))
  },
})

export { expect } from '@playwright/test'

/**
 * Blocks what a browser blocks that lets third parties keep nothing. Cookies are refused by the network service
 * itself. A headless shell has no settings for the other stores, so a frame of another origin than its top page finds
 * them as such a browser presents them: every access throws.
 */
async function blockThirdPartyStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window.top === window) return
    const top = window.location.ancestorOrigins.item(window.location.ancestorOrigins.length - 1)
    if (top === window.location.origin) return
    for (const store of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, store, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
}

/** The two exceptions that a browser may make are asked for by this Chromium and unknown to newer ones. */
const restriction = {
  enableThirdPartyCookieRestriction: true,
  disableThirdPartyCookieMetadata: true,
  disableThirdPartyCookieHeuristics: true,
}

async function blockCookies(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCookieControls', restriction)
}
