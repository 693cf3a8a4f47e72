import type { Appearance, ChallengePlace, Handle, Options, Theme, WidgetEvent } from './Options.ts'

/*
 * What the script or the element adds to a page, for the page's own compiler: `window.Cambio`, `<cambio-widget>` and
 * its events.
 */

/** The value of `window.Cambio`. */
export type CambioLoader = {
  readonly mount: (target: Element | string | null, options: Options) => Handle
}

/** The attributes of `<cambio-widget>`. */
export type WidgetElementAttributes = {
  readonly 'request-id'?: string | undefined
  readonly 'base-url'?: string | undefined
  readonly mode?: 'inline' | 'modal' | undefined
  readonly challenge?: ChallengePlace | undefined
  readonly locale?: string | undefined
  readonly appearance?: Appearance | undefined
  /** A `Theme` as JSON. */
  readonly theme?: string | undefined
}

/** `<cambio-widget>`. */
export type WidgetElement = HTMLElement & {
  /** Setting it applies the theme at once; null removes the page's theme. */
  theme: Theme | null
}

declare global {
  interface Window {
    /** Defined once the exchange's script has run. */
    readonly Cambio?: CambioLoader
  }
  interface HTMLElementTagNameMap {
    'cambio-widget': WidgetElement
  }
  interface HTMLElementEventMap {
    /** Fired by `<cambio-widget>`; it bubbles. */
    cambio: CustomEvent<WidgetEvent>
  }
}
