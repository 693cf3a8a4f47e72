import type { Page } from '@playwright/test'

const schemes = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const
export type Scheme = keyof typeof schemes
/** One language for each direction. */
export type Spoken = 'en' | 'ar'

type Opened = { setLocale(locale: string): void; setAppearance(appearance: 'light' | 'dark'): void }
declare global {
  interface Window {
    opened?: Opened
  }
}

/**
 * Has the partner's page hand over the widget that it mounts, so that its language can be changed on every screen.
 * Before the page is opened.
 */
export async function keepHandle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Loader = { mount(...input: unknown[]): Opened }
    let loader: Loader | undefined
    Object.defineProperty(window, 'Cambio', {
      configurable: true,
      get: () => loader,
      set: (given: Loader) => {
        loader = {
          ...given,
          mount: (...input) => {
            window.opened = given.mount(...input)
            return window.opened
          },
        }
      },
    })
  })
}

/** Has the page and its widget speak a language and wear colours, and waits until both are drawn. */
export async function dress(
  page: Page,
  { language, scheme }: { language: Spoken; scheme: Scheme },
): Promise<void> {
  await speak(page, language)
  await page.emulateMedia(schemes[scheme])
  const appearance: 'light' | 'dark' = scheme === 'dark' ? 'dark' : 'light'
  await page.evaluate((next) => window.opened?.setAppearance(next), appearance)
  await settled(page)
}

/** The widget's language: a partner's page says it, and the address of a page of its own. */
async function speak(page: Page, language: string): Promise<void> {
  const isMounted = await page.evaluate((locale) => {
    window.opened?.setLocale(locale)
    return window.opened !== undefined
  }, language)
  if (!isMounted) {
    const url = new URL(page.url())
    url.searchParams.set('locale', language)
    await page.goto(url.href)
    await page.waitForFunction(isDrawn, language)
    return
  }
  const frame = page.frames().find((each) => each.url().includes('/w/'))
  await frame?.waitForFunction((tag) => document.documentElement.lang === tag, language)
}

/** Whether a page speaks a language and shows more than the outline of what is to come. */
function isDrawn(tag: string): boolean {
  const [heading] = document.querySelectorAll('h1:not(.standing h1)')
  return document.documentElement.lang === tag && heading !== undefined && heading.clientHeight > 1
}

/** Until the frames have taken their new height and drawn it. */
async function settled(page: Page): Promise<void> {
  for (const frame of page.frames())
    await frame.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
}
