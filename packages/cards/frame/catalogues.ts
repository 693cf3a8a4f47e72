import type { Language } from '@cambio/wire/language/languages.ts'
import type { Messages } from './language.ts'

const files = import.meta.glob<Messages>('./messages/*.*', { import: 'default' })

/** What the form says in a language, from a file of its own. @throws when it cannot be fetched */
export async function messagesIn(tag: Language): Promise<Messages> {
  const load = files[`./messages/${tag}.json`] ?? files[`./messages/${tag}.ts`]
  if (!load) throw new Error(`There is no catalogue of ${tag}.`)
  return load()
}
