import en from './messages/en.ts'

export type Key = keyof typeof en
export type Messages = Readonly<Record<Key, string>>
export type Language = { readonly tag: string; readonly messages: Messages }

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

export const english: Language = { tag: 'en', messages: en }

/** Each file of the folder is a language; all but English are fetched when they are wanted. */
const files = import.meta.glob<Messages>(['./messages/*.ts', '!./messages/en.ts'], { import: 'default' })

/** The closest language there is to this BCP 47 tag, English at last. */
export async function languageFor(locale: string): Promise<Language> {
  const wanted = locale.toLowerCase().split('-')
  for (let parts = wanted.length; parts > 0; parts -= 1) {
    const tag = wanted.slice(0, parts).join('-')
    const load = files[`./messages/${tag}.ts`]
    if (!load) continue
    const messages = await load().catch(() => null)
    return messages ? { tag, messages } : english
  }
  return english
}

export function sayIn({ messages }: Language): Say {
  return (key, ...values) => fill(messages[key], values[0])
}

function fill(text: string, values: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
