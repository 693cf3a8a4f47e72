import { compileCatalogue } from '@cambio/wire/language/compileCatalogue.ts'
import type { Language } from '@cambio/wire/language/languages.ts'
import { sayer, type MessageValues } from '@cambio/wire/language/sayer.ts'

/** Writes a message of a catalogue, with its values. */
export type Say<Key extends string> = (key: Key, values?: MessageValues) => string

/** Who writes the messages of these catalogues in a language; its catalogue is compiled for its first message. */
export function sayers<Key extends string, Tag extends Language = Language>(
  catalogues: Readonly<Record<Tag, Readonly<Record<Key, string>>>>,
): (language: Tag) => Say<Key> {
  const known = new Map<Tag, Say<Key>>()
  return (language) => {
    const say = known.get(language) ?? sayer(language, compileCatalogue(catalogues[language]))
    known.set(language, say)
    return say
  }
}
