import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { dress } from './dress.ts'

/** Where the pictures go. */
const folder = fileURLToPath(new URL('../screenshots/', import.meta.url))

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1_000, height: 900 },
} as const

/** Where the picture of a screen is. */
export function pathOf(picture: string): string {
  return `${folder}${picture}.png`
}

/** Takes a screen on phone and desktop, light and dark, from left to right and from right to left, and leaves it as it was. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const before = page.viewportSize()
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const language of ['en', 'ar'] as const)
      for (const scheme of ['light', 'dark'] as const) {
        await dress(page, { language, scheme })
        const path = pathOf(`${name}-${size}-${scheme}-${language}`)
        await page.screenshot({ path, animations: 'disabled', caret: 'initial' })
      }
  }
  await dress(page, { language: 'en', scheme: 'light' })
  if (before) await page.setViewportSize(before)
}
