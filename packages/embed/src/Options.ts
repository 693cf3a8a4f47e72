/*
 * These types are what a page's own compiler reads. They are written out rather than inferred from the schemas of the
 * protocol, so that nobody who installs the package needs a schema library; `messageGuard.test.ts` holds them to the protocol.
 */

export type Appearance = 'light' | 'dark' | 'system'

/** In the widget's frame, in the whole window, or in a tab of its own. */
export type ChallengePlace = 'frame' | 'top' | 'tab'

/** The widget's theme. It overrides what is set for the partner and the request. The guide lists the tokens. */
export type Theme = {
  /** Values for both appearances, by the names of their tokens, such as `accent` and `radius`. */
  readonly tokens?: Readonly<Record<string, string>>
  /** Colours of one appearance only. */
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

/** What the widget reports to the page. It is a hint only: rely on the signed callback for an order's state. */
export type WidgetEvent =
  | { kind: 'ready' }
  /** The height that the widget needs, in pixels. */
  | { kind: 'resize'; height: number }
  | { kind: 'step'; step: Step }
  | { kind: 'order'; client_order_id: string; status: Status }
  | { kind: 'close' }
  | { kind: 'error'; code: string; money_moved: 'no' | 'yes' | 'checking' }

export type Options = {
  /** The answer of `create_request` to the partner's server. */
  readonly requestId: string
  /** The exchange's origin. The script knows it from its own address. */
  readonly baseUrl?: string | undefined
  /** `inline` fills the target; `modal` covers the page. */
  readonly mode?: 'inline' | 'modal' | undefined
  /** A BCP 47 tag such as `de` or `pt-BR`; by default the buyer's browser decides. */
  readonly locale?: string | undefined
  /** Where the buyer's bank asks for its confirmation; by default the widget request decides, or else `frame`. */
  readonly challenge?: ChallengePlace | undefined
  readonly appearance?: Appearance | undefined
  readonly theme?: Theme | null | undefined
  readonly onEvent?: ((event: WidgetEvent) => void) | undefined
}

/** A mounted widget. */
export type Handle = {
  /** Removes the widget with everything that belongs to it. What the buyer paid is not affected. */
  readonly close: () => void
  readonly setAppearance: (appearance: Appearance) => void
  /** Applies a theme at once; null removes the page's theme. */
  readonly setTheme: (theme: Theme | null) => void
  readonly setLocale: (locale: string) => void
}
