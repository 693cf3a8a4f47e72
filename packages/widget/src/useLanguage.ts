import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { Host } from './frame/host.ts'
import { languageFor, type Language } from './text.ts'
import { writingIn, type Writing } from './Writing.ts'

const retryMs = 2_000

/**
 * The reader's language: of the partner's page, else of the address, else of the browser.
 * @param firstWords those that came with the page, until others are loaded
 */
export function useLanguage(host: Host, firstWords: Language): Writing {
  const [locale, setLocale] = useState(firstLocale)
  const { data: fetched } = useQuery({
    queryKey: ['language', locale],
    queryFn: async () => ({ language: await languageFor(locale, firstWords), locale }),
    retry: true,
    retryDelay: retryMs,
    staleTime: 'static',
    placeholderData: keepPreviousData,
  })

  useEffect(
    () =>
      host.subscribe((message) => {
        const requested =
          message.kind === 'init' ? message.init.locale : message.kind === 'locale' ? message.locale : null
        if (requested && isLocale(requested)) setLocale(requested)
      }),
    [host],
  )
  const writing = useMemo(
    () => (fetched ? writingIn(fetched.language, fetched.locale) : writingIn(firstWords, locale)),
    [fetched, firstWords, locale],
  )
  useLayoutEffect(() => {
    if (!fetched) return
    document.documentElement.lang = fetched.language.tag
    document.documentElement.dir = writing.direction
    const { say } = writing
    host.send({
      kind: 'language',
      tag: fetched.language.tag,
      title: say('title'),
      close: say('picker.close'),
    })
  }, [fetched, host, writing])
  return writing
}

/** The locale in this page's address, else that of its browser. */
export function firstLocale(): string {
  const requested = new URLSearchParams(window.location.search).get('locale')
  // A browser under a POSIX locale reports `en-US@posix`, which is no language tag and would throw in Intl.
  return [requested, navigator.language].find((tag) => tag !== null && isLocale(tag)) ?? 'en'
}

/** Whether a text is a BCP 47 tag. */
export function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
