import type { Language } from '@cambio/wire/language/languages.ts'

/** A language of the pages that only the sandbox has, and of what operators and partners read. */
export type SandboxLanguage = 'en' | 'de'

export function sandboxLanguageOf(language: Language): SandboxLanguage {
  return language === 'de' ? language : 'en'
}
