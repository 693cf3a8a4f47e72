import type { Appearance, ChallengePlace, Handle, Options, Theme, WidgetEvent } from './Options.ts'

/*
 * What a page has once the script is loaded or the element defined, for its own compiler: `window.Cambio`,
 * `<cambio-widget>` and the events that it fires.
 */

/** What the script leaves in `window.Cambio`. */
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
  /** Set, it is how the widget looks at once; null takes away what the page has set. */
  theme: Theme | null
}

declare global {
  interface Window {
    /** There once the exchange's script has run. */
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
