import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { CompiledCatalogue } from './sayer.ts'

/** The texts of a language in ICU MessageFormat, by key. */
export type Catalogue = Readonly<Record<string, string>>

/**
 * Compiles a catalogue for Lingui. A message with nothing to fill in becomes a text, any other one Lingui's tokens.
 *
 * @throws where a message is not ICU MessageFormat
 */
export function compileCatalogue(catalogue: Catalogue): CompiledCatalogue {
  return Object.fromEntries(Object.entries(catalogue).map(([key, text]) => [key, compiled(text)]))
}

function compiled(text: string): CompiledCatalogue[string] {
  const tokens = compileMessageOrThrow(text)
  return tokens.every((token) => typeof token === 'string') ? tokens.join('') : tokens
}
