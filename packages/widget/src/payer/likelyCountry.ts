import { isLocale } from '../useLanguage.ts'

/**
 * The country that a browser's clock is set for; of several, that of its language. It stands in the form for the buyer
 * to read and to change.
 * @param codes the countries that may be chosen
 * @returns null where the clock names no country, as UTC does, and in browsers that do not know where clocks are used
 */
export function likelyCountry(
  codes: readonly string[],
  { timeZone, languages }: { timeZone: string; languages: readonly string[] },
): string | null {
  const here = codes.filter((code) => timeZonesOf(code).includes(timeZone))
  if (here.length < 2) return here[0] ?? null
  const spoken = new Set(languages.filter(isLocale).map((tag) => new Intl.Locale(tag).region))
  return here.find((code) => spoken.has(code)) ?? null
}

/** What this browser says of its reader. */
export function readerOf({ navigator }: Window): { timeZone: string; languages: readonly string[] } {
  return { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, languages: navigator.languages }
}

/** The part of `Intl.Locale` that not every browser has yet. */
type WithTimeZones = { getTimeZones?: () => readonly string[] | undefined }

function timeZonesOf(country: string): readonly string[] {
  const locale: WithTimeZones = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.() ?? []
}
