import { languageOfTag, type Language as Tag } from '@cambio/wire/language/languages.ts'
import type { FrameMessages } from '../src/fields/FrameMessages.ts'

export type Messages = FrameMessages

export type Language = { readonly tag: Tag; readonly messages: Messages }

/** The closest language we have to a BCP 47 tag, English at last; the one that is shown when it cannot be fetched. */
export async function languageFor(shown: Language, locale: string): Promise<Language> {
  const tag = languageOfTag(locale) ?? 'en'
  if (tag === shown.tag) return shown
  try {
    const { messagesIn } = await import('./catalogues.ts')
    return { tag, messages: await messagesIn(tag) }
  } catch {
    return shown
  }
}
