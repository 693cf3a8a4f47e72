import en from './messages/en.ts'

export type Messages = Readonly<typeof en>

export type Language = { readonly tag: string; readonly messages: Messages }

/**
 * The closest language we have to a BCP 47 tag, English at last, and when the other cannot be fetched.
 * @param urls where each language but English is, by its tag
 */
export async function languageFor(urls: Readonly<Record<string, string>>, locale: string): Promise<Language> {
  const subtags = locale.toLowerCase().split('-')
  for (let parts = subtags.length; parts > 0; parts -= 1) {
    const tag = subtags.slice(0, parts).join('-')
    const url = Object.hasOwn(urls, tag) ? urls[tag] : undefined
    if (url) return load(tag, url).catch(() => english)
  }
  return english
}

const english: Language = { tag: 'en', messages: en }

async function load(tag: string, url: string): Promise<Language> {
  const file: { default: Messages } = await import(/* @vite-ignore */ url)
  return { tag, messages: file.default }
}
