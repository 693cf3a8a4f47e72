import type { LegalNotice } from './LegalNotice.ts'

/**
 * An address of a legal notice for its reader, or in the notice's first language where it has no page in theirs.
 * @param tag the reader's language, BCP 47
 */
export function legalAddress(
  { languages }: Pick<LegalNotice, 'languages'>,
  address: string,
  tag: string,
): string {
  const [language = ''] = tag.split('-')
  const [fallback = 'en'] = languages
  return address.replaceAll('{language}', languages.includes(language) ? language : fallback)
}
