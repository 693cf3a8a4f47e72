import { directionOf } from './directionOf.ts'

/** The values of a message: texts, and the number that chooses a plural form. */
export type MessageValues = Readonly<Record<string, string | number>>

/**
 * Fills a message of a catalogue, which is a subset of ICU MessageFormat: `{name}`, or a whole message `{count, plural,
 * one {…} other {…}}` with `#` for the number. Every catalogue is checked for that form before it is built.
 *
 * @param language chooses the plural form; in a right-to-left language, filled-in values keep their own direction
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

/** The value between Unicode's isolation marks, so that neither changes the order of the other's words and signs. */
function isolated(language: string, value: string): string {
  return directionOf(language) === 'rtl' ? `\u2068${value}\u2069` : value
}
