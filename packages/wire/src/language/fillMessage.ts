import { directionOf } from './directionOf.ts'

/** What a message is filled with: texts, and the number that a plural goes by. */
export type MessageValues = Readonly<Record<string, string | number>>

/**
 * Fills a message of a catalogue, which is ICU MessageFormat cut down to what is needed: `{name}`, or a whole message
 * `{count, plural, one {…} other {…}}` with `#` for the number. Every catalogue is held to that form before it is built.
 *
 * @param language picks the form of a plural; among words from right to left, what is filled in keeps its own direction
 */
export function fillMessage(language: string, message: string, values: MessageValues = {}): string {
  const [, by = '', forms] = /^\{(\w+), plural, (.+)\}$/.exec(message) ?? []
  if (forms !== undefined) return plural(language, forms, Number(values[by]))
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : isolated(language, String(value))
  })
}

function plural(language: string, forms: string, count: number): string {
  const category = new Intl.PluralRules(language).select(count)
  const form = new Map(Array.from(forms.matchAll(/(\w+) \{([^{}]*)\}/g), ([, key, text]) => [key, text]))
  return (form.get(category) ?? form.get('other') ?? '').replaceAll(
    '#',
    new Intl.NumberFormat(language).format(count),
  )
}

/** Between the marks that Unicode has for it, so that neither turns the order of the other's words and signs. */
function isolated(language: string, value: string): string {
  return directionOf(language) === 'rtl' ? `\u2068${value}\u2069` : value
}
