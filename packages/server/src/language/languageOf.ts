import { languageOfTag, type Language } from '@cambio/wire/language/languages.ts'
import { parseAccept } from 'hono/utils/accept'

/** What a reader reads best of our languages, by their Accept-Language; English when that names none of them. */
export function languageOf(accepted: string | undefined): Language {
  const preferred = parseAccept(accepted ?? '').filter(({ q }) => q > 0)
  return preferred.map(({ type }) => languageOfTag(type)).find((language) => language !== undefined) ?? 'en'
}
