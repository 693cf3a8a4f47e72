import type { Language } from './language.ts'
import { noticePage, type NoticeWords } from './noticePage.ts'
import type { Html } from './Page.ts'

const words: NoticeWords = {
  en: {
    title: 'Purchases are paused',
    heading: 'Purchases from this shop are paused',
    happened: 'No order came of this link, and no money has moved.',
    next: 'Orders that were placed before go on to their end: open yours by its own link. About anything else, ask the shop.',
  },
  de: {
    title: 'Käufe sind ausgesetzt',
    heading: 'Käufe bei diesem Shop sind ausgesetzt',
    happened: 'Aus diesem Link ist keine Bestellung geworden, und es ist kein Geld geflossen.',
    next: 'Frühere Bestellungen werden zu Ende geführt: Öffnen Sie Ihre über deren eigenen Link. Mit allem anderen wenden Sie sich an den Shop.',
  },
}

/** For a buyer who opens a request of a partner that is suspended. */
export function suspendedPage(language: Language): Html {
  return noticePage(words, language)
}
