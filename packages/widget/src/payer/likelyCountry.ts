import { isLocale } from '../useLanguage.ts'

/** How many countries are checked without a pause: a browser takes up to a millisecond for each. */
const AT_ONCE = 2

/** Time zones that lie in no country: what a browser says whose clock is set to UTC, or that hides where its reader is. */
const NOWHERE = /^(?:UTC|GMT|Etc\/.*)$/

/**
 * The country of the time zone that a browser's clock is set to; of several, that of its language. The form shows it to
 * the buyer, who may change it.
 * @param codes the countries that may be chosen
 * @param pause lets the page respond to the buyer meanwhile
 * @returns null where the time zone has no country, as UTC, and in browsers that do not know the time zones of
 * countries
 */
export async function likelyCountry(
  codes: readonly string[],
  { timeZone, languages }: { timeZone: string; languages: readonly string[] },
  pause: () => Promise<void>,
): Promise<string | null> {
  if (NOWHERE.test(timeZone)) return null
  const isHere = (code: string) => timeZonesOf(code).includes(timeZone)
  const spoken = new Set(languages.filter(isLocale).map((tag) => new Intl.Locale(tag).region))
  const own = codes.filter((code) => spoken.has(code)).find(isHere)
  if (own !== undefined) return own
  const here: string[] = []
  for (const [index, code] of codes.entries()) {
    if (index % AT_ONCE === 0) await pause()
    if (isHere(code)) here.push(code)
  }
  return here.length === 1 ? (here[0] ?? null) : null
}

/** What this browser knows of its reader. */
export function readerOf({ navigator }: Window): { timeZone: string; languages: readonly string[] } {
  return { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, languages: navigator.languages }
}

/** The part of `Intl.Locale` that not every browser has yet. */
type WithTimeZones = { getTimeZones?: () => readonly string[] | undefined }

function timeZonesOf(country: string): readonly string[] {
  const locale: WithTimeZones = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.() ?? []
}
