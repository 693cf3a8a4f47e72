import type { Browser } from '@playwright/test'
import { watchPage, type Noted } from './watchPage.ts'

/** A phone of the middle class on a mobile line: 4 × slower, 150 ms, 1.6 Mbit/s down and 0.75 up. */
const PHONE = { cpu: 4, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const ROUNDS = 7
/** What is painted after this long is no part of an opening. */
const SETTLED_MS = 1_500

export type Opened = { readonly url: () => Promise<string>; readonly usable: string }
export type Opening = { readonly lcpMs: number; readonly usableMs: number }

/** Opens each page in turns on a slow phone with nothing in its cache. @returns the median of each */
export async function openings<Name extends string>(
  browser: Browser,
  pages: Readonly<Record<Name, Opened>>,
): Promise<Record<Name, Opening>> {
  const names = Object.keys(pages) as Name[]
  const all = Object.fromEntries(names.map((name) => [name, [] as Noted[]])) as Record<Name, Noted[]>
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of names) all[name].push(await opening(browser, pages[name]))
  const median = (noted: readonly Noted[], of: (each: Noted) => number) =>
    noted.map(of).toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        lcpMs: median(all[name], ({ largestPaintMs }) => largestPaintMs),
        usableMs: median(all[name], ({ usableMs }) => usableMs ?? Number.NaN),
      },
    ]),
  ) as Record<Name, Opening>
}

async function opening(browser: Browser, { url, usable }: Opened): Promise<Noted> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPage, usable)
    const session = await context.newCDPSession(page)
    const { cpu, ...network } = PHONE
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
    await page.goto(await url())
    await page.waitForFunction(() => window.noted.usableMs !== null)
    await page.waitForTimeout(SETTLED_MS)
    return await page.evaluate(() => window.noted)
  } finally {
    await context.close()
  }
}
