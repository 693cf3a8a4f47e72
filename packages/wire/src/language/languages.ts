/** The languages of texts for buyers, as BCP 47 tags. A test checks that every catalogue has each of them. */
export const languages = [
  'ar',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fa',
  'fi',
  'fr',
  'he',
  'hr',
  'hu',
  'it',
  'lt',
  'lv',
  'nb',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'tr',
  'uk',
  'ur',
] as const

export type Language = (typeof languages)[number]

/** Other tags of our languages that browsers send, and tags of languages whose readers also read one of ours. */
const alike: Readonly<Record<string, Language>> = { iw: 'he', nn: 'nb', no: 'nb' }

/** Our language for a BCP 47 tag such as `de-AT`; undefined where there is none. */
export function languageOfTag(tag: string): Language | undefined {
  const [primary = ''] = tag.toLowerCase().split('-')
  return (
    languages.find((language) => language === primary) ??
    (Object.hasOwn(alike, primary) ? alike[primary] : undefined)
  )
}
