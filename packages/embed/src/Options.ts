/*
 * These types are what a page's own compiler reads. They are written out rather than inferred from the schemas of the
 * protocol, so that nobody who installs the package needs a schema library; `messageGuard.test.ts` holds them to the protocol.
 */

export type Appearance = 'light' | 'dark' | 'system'

/** In the widget's frame, in the whole window, or in a tab of its own. */
export type ChallengePlace = 'frame' | 'top' | 'tab'

/** How the widget looks, over what is set for the partner and the request. The guide lists the tokens. */
export type Theme = {
  /** Values of both appearances by the names of their tokens, such as `accent` and `radius`. */
  readonly tokens?: Readonly<Record<string, string>>
  /** Colours of one appearance alone. */
  readonly light?: Readonly<Record<string, string>>
  readonly dark?: Readonly<Record<string, string>>
}

export type Step = 'amount' | 'address' | 'you' | 'card' | 'challenge' | 'status'

export type Status =
  | 'payin_pending'
  | 'confirmation_pending'
  | 'auth_success'
  | 'processing'
  | 'processing_payout'
  | 'pending'
  | 'finished'
  | 'canceled'
  | 'error'
  | 'expired'
  | 'refunded'

/** What the widget tells the page. A hint only: what is true of an order comes with the signed callback. */
export type WidgetEvent =
  | { kind: 'ready' }
  /** The pixels that the widget needs. */
  | { kind: 'resize'; height: number }
  | { kind: 'step'; step: Step }
  | { kind: 'order'; client_order_id: string; status: Status }
  | { kind: 'close' }
  | { kind: 'error'; code: string; money_moved: 'no' | 'yes' | 'checking' }

export type Options = {
  /** What `create_request` answered to the partner's server. */
  readonly requestId: string
  /** The exchange's origin. The script knows it: its own address has it. */
  readonly baseUrl?: string | undefined
  /** `inline` fills the target; `modal` lies over the page. */
  readonly mode?: 'inline' | 'modal' | undefined
  /** A BCP 47 tag such as `de` or `pt-BR`; without it the buyer's browser decides. */
  readonly locale?: string | undefined
  /** Where the buyer's bank asks for its confirmation; without it the widget request decides, else `frame`. */
  readonly challenge?: ChallengePlace | undefined
  readonly appearance?: Appearance | undefined
  readonly theme?: Theme | null | undefined
  readonly onEvent?: ((event: WidgetEvent) => void) | undefined
}

/** A mounted widget. */
export type Handle = {
  /** Takes the widget away, with everything that belongs to it. What the buyer paid goes on. */
  readonly close: () => void
  readonly setAppearance: (appearance: Appearance) => void
  /** Looks so at once; null takes away what the page has set. */
  readonly setTheme: (theme: Theme | null) => void
  readonly setLocale: (locale: string) => void
}
