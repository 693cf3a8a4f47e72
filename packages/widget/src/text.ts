import { fetchPart } from './api/fetchPart.ts'
import type en from './messages/en.ts'
import opening from './messages/opening.ts'

export type Key = keyof typeof en
export type Messages = Readonly<Record<Key, string>>
export type Language = {
  readonly tag: string
  readonly messages: Partial<Messages>
  /** Whether it says everything, or the first screen alone. */
  readonly whole: boolean
}

/** The names between braces in a message; a message without them takes no values. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never
export type Values<K extends Key> = [Names<(typeof en)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<Names<(typeof en)[K]>, string>>]

/** A message that stands by itself. */
export type PlainKey = { [K in Key]: [Names<(typeof en)[K]>] extends [never] ? K : never }[Key]

/** Says a message in the language of the page. A key or a value that is missing does not compile. */
export type Say = <K extends Key>(key: K, ...values: Values<K>) => string

/** The words that come with the page, until a whole language is there. */
export const firstWords: Language = { tag: 'en', messages: opening, whole: false }

/** Each file of the folder is a language, fetched when it is wanted, but for the words that come with the page. */
const files = import.meta.glob<Messages>(['./messages/*.ts', '!./messages/opening.ts'], { import: 'default' })

/** The closest language there is to this BCP 47 tag, English at last. @throws when none can be fetched */
export async function languageFor(locale: string): Promise<Language> {
  const subtags = locale.toLowerCase().split('-')
  for (let parts = subtags.length; parts > 0; parts -= 1) {
    const tag = subtags.slice(0, parts).join('-')
    if (files[`./messages/${tag}.ts`]) return fetched(tag).catch(() => fetched('en'))
  }
  return fetched('en')
}

async function fetched(tag: string): Promise<Language> {
  const load = files[`./messages/${tag}.ts`]
  const messages = load && (await fetchPart(load))
  if (!messages) throw new RangeError(`There is no language ${tag}`)
  return { tag, messages, whole: true }
}

export function sayIn({ messages }: Language): Say {
  return (key, ...values) => fill(messages[key] ?? '', values[0])
}

function fill(text: string, values: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
