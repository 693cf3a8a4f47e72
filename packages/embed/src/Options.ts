import type { Appearance, FromWidget } from '@cambio/wire/Frame.ts'

/** What the widget tells the page. A hint only: what is true of an order comes with the signed callback. */
export type WidgetEvent = FromWidget

export type Options = {
  /** What `create_request` answered to the partner's server. */
  readonly requestId: string
  /** The exchange's origin. The script knows it: it is where it came from. */
  readonly baseUrl?: string | undefined
  /** `inline` fills the target; `modal` lies over the page. */
  readonly mode?: 'inline' | 'modal' | undefined
  /** A BCP 47 tag such as `de` or `pt-BR`; without it the buyer's browser decides. */
  readonly locale?: string | undefined
  readonly appearance?: Appearance | undefined
  readonly onEvent?: ((event: WidgetEvent) => void) | undefined
}

/** A mounted widget. */
export type Handle = {
  /** Takes the widget away, with everything that belongs to it. What the buyer paid goes on. */
  readonly close: () => void
  readonly setAppearance: (appearance: Appearance) => void
  readonly setLocale: (locale: string) => void
}
