import type * as z from 'zod/mini'
import type { Language } from '../language/languages.ts'
import type { CompiledCatalogue } from '../language/sayer.ts'
import type { WidgetQuote, WidgetQuoteRequest } from '../order/Quote.ts'
import type { WidgetView } from './Widget.ts'

/** The data in the HTML of the widget's page, so that its first screen waits for no call. */
export type Opening = {
  /** The server's time when it wrote the page, ISO 8601. */
  readonly at: string
  /** The view without a buyer's session. */
  readonly view: WidgetView
  /** The price of the first screen's initial amounts; null where it shows none, or there is none now. */
  readonly quote: WidgetQuote | null
  /**
   * The texts of the first screen in its reader's language; null where that is unknown, and they are fetched instead.
   */
  readonly words: FirstWords | null
}

export type FirstWords = {
  readonly tag: Language
  readonly messages: CompiledCatalogue
  /** These are not all of the widget's texts. */
  readonly whole: false
}

/** The id of the page's element that holds it, as JSON. */
export const openingId = 'opening'

/** The part of the widget's build that the exchange runs to write the widget's page. */
export type FirstScreen = {
  /** The price request of the first screen; null where it shows none. */
  readonly quoteRequestOf: (view: WidgetView) => z.input<typeof WidgetQuoteRequest> | null
  /**
   * Draws the first screen as it is before any input.
   * @param locales BCP 47 tags that its reader requested, preferred ones first; invalid tags are ignored
   */
  readonly draw: (opening: Omit<Opening, 'words'>, locales: readonly string[]) => Promise<Drawing>
}

/** A screen as HTML, and its texts. */
export type Drawing = {
  readonly html: string
  readonly lang: Language
  readonly words: FirstWords
}
