import { isLocale } from '../useLanguage.ts'

/** Where many buyers live. */
const usual: readonly string[] = ['DE', 'FR', 'GB', 'ES', 'IT', 'US']
const MOST = 6

/**
 * The countries of which a buyer probably chooses one, likeliest first: that of their clock, then those of their
 * languages, then those of many buyers.
 * @param codes the countries that may be chosen
 */
export function popularCountries(
  codes: readonly string[],
  { likely, languages }: { likely: string | null; languages: readonly string[] },
): string[] {
  const spoken = languages.filter(isLocale).map((tag) => new Intl.Locale(tag).maximize().region)
  const wanted = new Set([likely, ...spoken, ...usual])
  return [...wanted].filter((code): code is string => codes.includes(code ?? '')).slice(0, MOST)
}
