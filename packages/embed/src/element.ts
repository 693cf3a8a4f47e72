import { challengePlaces } from '@cambio/wire/widget/framing.ts'
import { mount } from './mount.ts'
import type { Handle, Theme } from './Options.ts'

const appearances = ['light', 'dark', 'system'] as const

/**
 * Defines `<cambio-widget request-id="…">`, which opens its request in its place and dispatches what it receives as
 * `cambio` events. Other attributes: `base-url`, `mode`, `challenge`, `locale`, `appearance`, and `theme` as JSON, which is
 * a property too. Does nothing on a server.
 */
export function defineElement(baseUrl?: string): void {
  if (!('customElements' in globalThis) || customElements.get('cambio-widget')) return
  customElements.define(
    'cambio-widget',
    class extends HTMLElement {
      static readonly observedAttributes = ['request-id', 'locale', 'appearance', 'theme']
      #handle: Handle | null = null
      #theme: Theme | null = null

      get theme(): Theme | null {
        return this.#theme
      }

      /** Applies a theme at once; null removes the page's theme. */
      set theme(theme: Theme | null) {
        this.#theme = theme
        this.#handle?.setTheme(theme)
      }

      connectedCallback(): void {
        const requestId = this.#said('request-id')
        if (!requestId || this.#handle) return
        this.#handle = mount(this, {
          requestId,
          baseUrl: this.#said('base-url') ?? baseUrl,
          mode: oneOf(['modal'], this.#said('mode')),
          challenge: oneOf(challengePlaces, this.#said('challenge')),
          locale: this.#said('locale'),
          appearance: oneOf(appearances, this.#said('appearance')),
          theme: this.#theme,
          onEvent: (detail) => this.dispatchEvent(new CustomEvent('cambio', { detail, bubbles: true })),
        })
      }

      disconnectedCallback(): void {
        this.#handle?.close()
        this.#handle = null
      }

      attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
        // The widget itself checks the theme; invalid JSON is reported on the console.
        if (name === 'theme') this.theme = JSON.parse(value ?? 'null')
        if (name === 'request-id' && this.isConnected) {
          this.disconnectedCallback()
          this.connectedCallback()
        }
        if (name === 'locale' && value) this.#handle?.setLocale(value)
        const appearance = name === 'appearance' && oneOf(appearances, value)
        if (appearance) this.#handle?.setAppearance(appearance)
      }

      #said(name: string): string | undefined {
        return this.getAttribute(name) ?? undefined
      }
    },
  )
}

function oneOf<const T>(list: readonly T[], value: unknown): T | undefined {
  return list.find((each) => each === value)
}
