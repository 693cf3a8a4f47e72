import type { Language } from '@cambio/wire/language/languages.ts'
import { noticePage } from './noticePage.ts'
import type { Html } from './Page.ts'
import { sayIn } from './sayIn.ts'

/** For an address that opens nothing, or no longer does; a buyer who has paid may meet it too. */
export function notFoundPage(language: Language): Html {
  const say = sayIn(language)
  return noticePage(
    {
      title: say('notFound.title'),
      heading: say('notFound.heading'),
      happened: say('notFound.happened'),
      next: say('notFound.next'),
    },
    language,
  )
}
