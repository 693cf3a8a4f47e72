import type * as z from 'zod/mini'
import type { Language } from '../language/languages.ts'
import type { WidgetQuote, WidgetQuoteRequest } from '../order/Quote.ts'
import type { WidgetView } from './Widget.ts'

/** What the widget's page brings in its own HTML, so that its first screen waits for no call. */
export type Opening = {
  /** The server's time when it wrote the page, ISO 8601. */
  readonly at: string
  /** The view without a buyer's session. */
  readonly view: WidgetView
  /** The price of what the first screen starts with; null where it shows none, or there is none now. */
  readonly quote: WidgetQuote | null
  /** What the first screen says in its reader's language; null where that is not known, and is fetched instead. */
  readonly words: FirstWords | null
}

export type FirstWords = {
  readonly tag: Language
  readonly messages: Readonly<Record<string, string>>
  /** These are not all that the widget says. */
  readonly whole: false
}

/** The id of the page's element that holds it, as JSON. */
export const openingId = 'opening'

/** The part of the widget's build that the exchange runs to write the widget's page. */
export type FirstScreen = {
  /** What the first screen asks a price for; null where it shows none. */
  readonly quoteRequestOf: (view: WidgetView) => z.input<typeof WidgetQuoteRequest> | null
  /**
   * Draws the first screen as it is before anybody has touched it.
   * @param locales BCP 47 tags that its reader asked for, the best first; what is no tag is passed over
   */
  readonly draw: (opening: Omit<Opening, 'words'>, locales: readonly string[]) => Promise<Drawing>
}

/** A screen as HTML, and the words that it is in. */
export type Drawing = {
  readonly html: string
  readonly lang: Language
  readonly words: FirstWords
}
