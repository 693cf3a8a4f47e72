import { languageOfTag, type Language as Tag } from '@cambio/wire/language/languages.ts'
import { sayer, type CompiledCatalogue } from '@cambio/wire/language/sayer.ts'
import { fetchPart } from './api/fetchPart.ts'
import type en from './messages/en.ts'

export type Key = keyof typeof en
/** They are compiled by the build; what has no values is still a text. */
export type Messages = Readonly<Record<Key, CompiledCatalogue[string]>>
export type Language = {
  readonly tag: Tag
  readonly messages: Partial<Messages>
  /** Whether it has all words, or only those of the first screen. */
  readonly whole: boolean
}

/** The number that a message's plural depends on. */
type Counts<Text extends string> = Text extends `{${infer Name}, plural, ${string}` ? Name : never
/** The names between a message's braces. */
type Names<Text extends string> = Text extends `{${string}, plural, ${string}`
  ? never
  : Text extends `${string}{${infer Name}}${infer Rest}`
    ? Name | Names<Rest>
    : never
/** The values that a message needs; one without braces needs none. */
export type Values<K extends Key> = [Counts<(typeof en)[K]> | Names<(typeof en)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<Names<(typeof en)[K]>, string> & Record<Counts<(typeof en)[K]>, number>>]

/** A message without values. */
export type PlainKey = { [K in Key]: Values<K> extends [] ? K : never }[Key]

/** Writes a message in the page's language. A missing key or value does not compile. */
export type Say = <K extends Key>(key: K, ...values: Values<K>) => string

/**
 * The closest available language to this BCP 47 tag, or else English.
 * @param first the first screen's words that came with the page, which are not fetched again
 * @throws when none can be fetched
 */
export async function languageFor(locale: string, first?: Language): Promise<Language> {
  return fetched(languageOfTag(locale) ?? 'en', first).catch(() => fetched('en', first))
}

async function fetched(tag: Tag, first: Language | undefined): Promise<Language> {
  const known = first?.tag === tag ? first.messages : undefined
  const messages = tag === 'en' ? await english(known) : await translated(tag, known)
  return { tag, messages, whole: true }
}

async function english(known: Partial<Messages> | undefined): Promise<Partial<Messages>> {
  const opening = async () => (await fetchPart(() => import('./messages/opening.ts'))).default
  const [first, later] = await Promise.all([
    known ?? opening(),
    fetchPart(() => import('./messages/afterOpening.ts')),
  ])
  return { ...first, ...later.default }
}

/** The places of each language's words are too much to send with the page. */
async function translated(tag: Tag, known: Partial<Messages> | undefined): Promise<Partial<Messages>> {
  const { messagesOf } = await fetchPart(() => import('./messages/catalogues.ts'))
  return { ...known, ...(await messagesOf(tag, known === undefined)) }
}

export function sayIn({ tag, messages }: Language): Say {
  const say = sayer(tag, messages)
  return (key, ...values) => say(key, values[0])
}
