/** The languages that buyers are written to in, as BCP 47 tags. A test holds every catalogue to this list. */
export const languages = [
  'ar',
  'bg',
  'cs',
  'de',
  'el',
  'en',
  'es',
  'fr',
  'hr',
  'hu',
  'it',
  'nl',
  'pl',
  'pt',
  'ro',
  'sk',
  'sl',
  'tr',
] as const

export type Language = (typeof languages)[number]

/** The language of ours that a BCP 47 tag such as `de-AT` asks for; undefined where it is none. */
export function languageOfTag(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split('-')
  return languages.find((language) => language === primary)
}
