import type { Language } from '@cambio/wire/language/languages.ts'
import type { CompiledCatalogue } from '@cambio/wire/language/sayer.ts'
import { fetchPart } from '../api/fetchPart.ts'

type Part = { default: CompiledCatalogue }

/** Every language but English, which has a file of its own. */
const files = import.meta.glob<Part>('./*/*.json')

/**
 * What a language says, from a few files that are small each.
 * @param hasOpening whether the words of the first screen are among it
 * @throws when one cannot be fetched
 */
export async function messagesOf(tag: Language, hasOpening: boolean): Promise<CompiledCatalogue> {
  const loads = Object.entries(files).flatMap(([path, load]) =>
    path.startsWith(`./${tag}/`) && (hasOpening || !path.endsWith('/opening.json')) ? [load] : [],
  )
  const parts = await Promise.all(loads.map((load) => fetchPart(load)))
  return Object.assign({}, ...parts.map((part) => part.default))
}
