/** The languages that buyers are written to in, as BCP 47 tags. A test holds every catalogue to this list. */
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

/** Tags under which browsers ask for a language of ours by another name, or for one that its readers read as well. */
const alike: Readonly<Record<string, Language>> = { iw: 'he', nn: 'nb', no: 'nb' }

/** The language of ours that a BCP 47 tag such as `de-AT` asks for; undefined where it is none. */
export function languageOfTag(tag: string): Language | undefined {
  const [primary = ''] = tag.toLowerCase().split('-')
  return (
    languages.find((language) => language === primary) ??
    (Object.hasOwn(alike, primary) ? alike[primary] : undefined)
  )
}
