import { join } from 'node:path'
import { readCatalogues } from '@cambio/server/language/readCatalogues.ts'
import { sayers } from '@cambio/server/language/sayers.ts'
import en from './messages/en.ts'

export type PageKey = keyof typeof en

/** The messages of the exchange's own pages, in one language. */
export const sayIn = sayers<PageKey>(readCatalogues(join(import.meta.dirname, 'messages'), en))
