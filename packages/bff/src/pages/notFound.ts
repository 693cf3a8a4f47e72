import type { Language } from './language.ts'
import { noticePage, type NoticeWords } from './noticePage.ts'
import type { Html } from './Page.ts'

const words: NoticeWords = {
  en: {
    title: 'Nothing here',
    heading: 'There is nothing at this address',
    happened: 'The link may be incomplete or no longer valid. This page cannot tell how a payment went.',
    next: 'If you have paid, do not pay again: open your order from the shop. Otherwise go back to the shop and start again there.',
  },
  de: {
    title: 'Hier ist nichts',
    heading: 'Unter dieser Adresse gibt es nichts',
    happened:
      'Der Link ist vielleicht unvollständig oder nicht mehr gültig. Wie eine Zahlung ausging, kann diese Seite nicht sagen.',
    next: 'Wenn Sie bezahlt haben, zahlen Sie nicht noch einmal: Öffnen Sie Ihre Bestellung im Shop. Sonst gehen Sie zurück zum Shop und beginnen dort neu.',
  },
}

/** For an address that opens nothing, or no longer does; a buyer who has paid may meet it too. */
export function notFoundPage(language: Language): Html {
  return noticePage(words, language)
}
