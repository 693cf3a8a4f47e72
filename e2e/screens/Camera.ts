import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

/** Where the pictures go. */
const folder = fileURLToPath(new URL('../screenshots/', import.meta.url))

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1_000, height: 900 },
} as const
const schemes = ['light', 'dark'] as const
const languages = ['en', 'ar'] as const

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

/** Takes a screen on phone and desktop, light and dark, in each language, and leaves it as it was. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const before = page.viewportSize()
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const language of languages) {
      await speak(page, language)
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.evaluate((appearance) => window.opened?.setAppearance(appearance), scheme)
        await settled(page)
        const path = `${folder}${name}-${size}-${scheme}-${language}.png`
        await page.screenshot({ path, animations: 'disabled', caret: 'initial' })
      }
    }
  }
  await speak(page, 'en')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => window.opened?.setAppearance('light'))
  if (before) await page.setViewportSize(before)
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
    return
  }
  const frame = page.frames().find((each) => each.url().includes('/w/'))
  await frame?.waitForFunction((tag) => document.documentElement.lang === tag, language)
}

/** Until the frames have taken their new height and drawn it. */
async function settled(page: Page): Promise<void> {
  for (const frame of page.frames())
    await frame.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
}
