import { parse, type Token } from '@messageformat/parser'

/** The texts of a language, by key. */
export type Catalogue = Readonly<Record<string, string>>

/**
 * What is wrong with a language's catalogue, compared with the English one: a missing or surplus message, one that is
 * empty or not ICU MessageFormat, a different placeholder, or a plural without a form that the language has. Used only
 * by builds and tests.
 *
 * @returns a sentence for each fault, with the language and the key
 */
export function catalogueFaults(language: string, english: Catalogue, catalogue: Catalogue): string[] {
  const missing = Object.keys(english).filter((key) => !catalogue[key]?.trim())
  const unknown = Object.keys(catalogue).filter((key) => english[key] === undefined)
  const wrong = Object.entries(catalogue).flatMap(([key, message]) => {
    const fault = english[key] && message && faultOf(language, english[key], message)
    return fault ? [`${language}: ${key} ${fault}`] : []
  })
  return [
    ...missing.map((key) => `${language}: ${key} is missing`),
    ...unknown.map((key) => `${language}: ${key} is no message of English`),
    ...wrong,
  ]
}

function faultOf(language: string, english: string, message: string): string | null {
  const source = parse(english)
  try {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const tokens = parse(message, { cardinal: categories, ordinal: [], strict: true })
    if (namesIn(tokens) !== namesIn(source)) return `fills in ${namesIn(tokens)}, English ${namesIn(source)}`
    return tokens.length === 1 ? formsFault(tokens[0], categories) : plainFault(tokens)
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

function formsFault(token: Token | undefined, categories: readonly string[]): string | null {
  if (token?.type !== 'plural') return plainFault(token ? [token] : [])
  const missing = categories.filter((category) => token.cases.every(({ key }) => key !== category))
  if (missing.length > 0) return `lacks the plural ${missing.join(', ')}`
  const inner = token.cases.flatMap(({ tokens }) => tokens)
  return inner.every(({ type }) => type === 'content' || type === 'octothorpe')
    ? null
    : 'has more than text in a plural'
}

function plainFault(tokens: readonly Token[]): string | null {
  return tokens.every(({ type }) => type === 'content' || type === 'argument')
    ? null
    : 'is neither text with names in it nor one plural'
}

function namesIn(tokens: readonly Token[]): string {
  const names = new Set(tokens.flatMap((token) => ('arg' in token ? [`{${token.arg}}`] : [])))
  return [...names].toSorted().join(' ') || 'nothing'
}
