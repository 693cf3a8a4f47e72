import { setupI18n, type Messages } from '@lingui/core'
import { directionOf } from './directionOf.ts'

/** The messages of a language as `compileCatalogue` makes them, by key. */
export type CompiledCatalogue = Readonly<Messages>

/** The values of a message: texts, and the number that chooses a plural form. */
export type MessageValues = Readonly<Record<string, string | number>>

/**
 * Writes the messages of a compiled catalogue. One that is not there is an empty text.
 *
 * @param language chooses the plural form; in a right-to-left language, filled-in values keep their own direction
 */
export function sayer(
  language: string,
  messages: CompiledCatalogue,
): (key: string, values?: MessageValues) => string {
  const i18n = setupI18n({ locale: language, messages: { [language]: messages }, missing: () => '' })
  // What is compiled and still a text has nothing to fill in.
  i18n.setMessagesCompiler((text) => [text])
  const isRightToLeft = directionOf(language) === 'rtl'
  return (key, values) => i18n._(key, isRightToLeft ? isolated(values) : values)
}

/** Each text between Unicode's isolation marks, so that neither changes the order of the other's words and signs. */
function isolated(values: MessageValues = {}): MessageValues {
  const marked = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? `\u2068${value}\u2069` : value,
  ])
  return Object.fromEntries(marked)
}
