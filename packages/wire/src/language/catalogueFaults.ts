import {
  compileMessageOrThrow,
  type CompiledMessage,
  type CompiledMessageToken,
} from '@lingui/message-utils/compileMessage'
import type { Catalogue } from './compileCatalogue.ts'

/**
 * What is wrong with a language's catalogue, compared with the English one: a missing or surplus message, one that is
 * empty or not ICU MessageFormat, a different placeholder, a plural without a form that the language has, or a space at
 * which a line would break before its ellipsis. Used only by builds and tests.
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
  try {
    const tokens = compileMessageOrThrow(message)
    if (message.includes(' …')) return 'has a plain space before …'
    const [names, expected] = [namesIn(tokens), namesIn(compileMessageOrThrow(english))]
    if (names !== expected) return `fills in ${names}, English ${expected}`
    const [token] = tokens
    return tokens.length === 1 && isPlural(token) ? formsFault(language, token) : plainFault(tokens)
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

type Plural = [name: string, type: 'plural', forms: object]

function isPlural(token: CompiledMessageToken | undefined): token is Plural {
  return Array.isArray(token) && token[1] === 'plural' && typeof token[2] === 'object'
}

function formsFault(language: string, [, , choices]: Plural): string | null {
  const forms = new Map(Object.entries(choices).filter(([, form]) => Array.isArray(form)))
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const missing = pluralCategories.filter((category) => !forms.has(category))
  if (missing.length > 0) return `lacks the plural ${missing.join(', ')}`
  const surplus = [...forms.keys()].filter((form) => !pluralCategories.some((each) => each === form))
  if (surplus.length > 0) return `has the plural ${surplus.join(', ')}, which its language has not`
  const isText = [...forms.values()].flat().every((token) => typeof token === 'string')
  return isText ? null : 'has more than text in a plural'
}

function plainFault(tokens: CompiledMessage): string | null {
  return tokens.every((token) => typeof token === 'string' || token.length === 1)
    ? null
    : 'is neither text with names in it nor one plural'
}

function namesIn(tokens: CompiledMessage): string {
  const names = new Set(tokens.flatMap((token) => (typeof token === 'string' ? [] : [`{${token[0]}}`])))
  return [...names].toSorted().join(' ') || 'nothing'
}
