import { parseAccept } from 'hono/utils/accept'

/** A language that our own small pages are written in. */
export type Language = 'en' | 'de'

/** What a reader reads best of it, by their Accept-Language; English when that names neither. */
export function languageOf(accepted: string | undefined): Language {
  const preferred = parseAccept(accepted ?? '').filter(({ q }) => q > 0)
  const tags = preferred.map(({ type }) => type.toLowerCase().split('-')[0])
  return tags.find((tag) => tag === 'en' || tag === 'de') ?? 'en'
}
