import { join } from 'node:path'
import { readCatalogues } from '@cambio/server/language/readCatalogues.ts'
import { fillMessage, type MessageValues } from '@cambio/wire/language/fillMessage.ts'
import type { Language } from '@cambio/wire/language/languages.ts'
import en from './messages/en.ts'

export type PageKey = keyof typeof en

const catalogues = readCatalogues<PageKey>(join(import.meta.dirname, 'messages'), en)

/** The messages of the exchange's own pages, in one language. */
export function sayIn(language: Language): (key: PageKey, values?: MessageValues) => string {
  return (key, values) => fillMessage(language, catalogues[language][key], values)
}
