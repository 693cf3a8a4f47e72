import type { Language } from '@cambio/wire/language/languages.ts'
import { noticePage } from './noticePage.ts'
import type { Html } from './Page.ts'
import { sayIn } from './sayIn.ts'

/** The page for a buyer who opens a request of a suspended partner. */
export function suspendedPage(partnerName: string, language: Language, foot: Html | string): Html {
  const say = sayIn(language)
  return noticePage(
    {
      title: say('suspended.title'),
      heading: say('suspended.heading'),
      happened: say('suspended.happened'),
      next: say('suspended.next'),
    },
    language,
    foot,
    partnerName,
  )
}
