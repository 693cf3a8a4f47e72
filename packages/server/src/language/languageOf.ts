import { languageOfTag, type Language } from '@cambio/wire/language/languages.ts'
import { parseAccept } from 'hono/utils/accept'

/** The reader's preferred one of our languages, by Accept-Language; English when it names none of them. */
export function languageOf(accepted: string | undefined): Language {
  const preferred = parseAccept(accepted ?? '').filter(({ q }) => q > 0)
  return preferred.map(({ type }) => languageOfTag(type)).find((language) => language !== undefined) ?? 'en'
}
