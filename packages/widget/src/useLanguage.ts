import { useEffect, useState } from 'react'
import type { Host } from './host.ts'
import { english, languageFor } from './text.ts'
import { writingIn, type Writing } from './Writing.ts'

/** The reader's language: the partner's page says it, else the address, else the browser. */
export function useLanguage(host: Host): Writing {
  const [locale, setLocale] = useState(firstLocale)
  const [writing, setWriting] = useState(() => writingIn(english, knownEnglish(locale)))

  useEffect(
    () =>
      host.hear((message) => {
        const said =
          message.kind === 'init' ? message.init.locale : message.kind === 'locale' ? message.locale : null
        if (said && isLocale(said)) setLocale(said)
      }),
    [host],
  )
  useEffect(() => {
    let current = true
    void languageFor(locale).then((language) => {
      if (!current) return
      document.documentElement.lang = language.tag
      setWriting(writingIn(language, locale))
    })
    return () => {
      current = false
    }
  }, [locale])
  return writing
}

function firstLocale(): string {
  const asked = new URLSearchParams(window.location.search).get('locale')
  // A browser under a POSIX locale says `en-US@posix`, which is no language tag and would throw in Intl.
  return [asked, navigator.language].find((tag) => tag !== null && isLocale(tag)) ?? 'en'
}

function knownEnglish(locale: string): string {
  return locale.toLowerCase().startsWith('en') ? locale : 'en'
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
