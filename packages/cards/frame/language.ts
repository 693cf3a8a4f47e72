import { languageOfTag } from '@cambio/wire/language/languages.ts'
import type en from './messages/en.ts'

export type Messages = Readonly<Record<keyof typeof en, string>>

export type Language = { readonly tag: string; readonly messages: Messages }

/**
 * The closest language we have to a BCP 47 tag, English at last, and when the other cannot be fetched.
 * @param urls where each language is, by its tag
 * @throws when not even English can be fetched
 */
export async function languageFor(urls: Readonly<Record<string, string>>, locale: string): Promise<Language> {
  const tag = languageOfTag(locale) ?? 'en'
  const url = Object.hasOwn(urls, tag) ? urls[tag] : undefined
  return url === undefined ? load(urls, 'en') : load(urls, tag).catch(() => load(urls, 'en'))
}

async function load(urls: Readonly<Record<string, string>>, tag: string): Promise<Language> {
  const file: { default: Messages } = await import(/* @vite-ignore */ urls[tag] ?? '')
  return { tag, messages: file.default }
}
