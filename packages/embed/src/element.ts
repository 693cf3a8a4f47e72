import { mount } from './mount.ts'
import type { Appearance, ChallengePlace, Handle, Theme } from './Options.ts'

const appearances: Readonly<Record<Appearance, true>> = { light: true, dark: true, system: true }

/**
 * Defines `<cambio-widget request-id="…">`, which opens its request in its place and dispatches what it receives as
 * `cambio` events. Other attributes: `base-url`, `mode`, `challenge`, `locale`, `appearance`, and `theme` as JSON, which is
 * a property too. Does nothing on a server.
 */
export function defineElement(baseUrl: string | undefined): void {
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

      /** Looks so at once; null takes away what the page has set. */
      set theme(theme: Theme | null) {
        this.#theme = theme
        this.#handle?.setTheme(theme)
      }

      connectedCallback(): void {
        const requestId = this.getAttribute('request-id')
        if (!requestId || this.#handle) return
        this.#handle = mount(this, {
          requestId,
          baseUrl: this.getAttribute('base-url') ?? baseUrl,
          mode: this.getAttribute('mode') === 'modal' ? 'modal' : 'inline',
          challenge: challengePlaceOf(this.getAttribute('challenge')),
          locale: this.getAttribute('locale') ?? undefined,
          appearance: appearanceOf(this.getAttribute('appearance')),
          theme: this.#theme,
          onEvent: (detail) => this.dispatchEvent(new CustomEvent('cambio', { detail, bubbles: true })),
        })
      }

      disconnectedCallback(): void {
        this.#handle?.close()
        this.#handle = null
      }

      attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
        // The widget itself checks what a theme says; what is no JSON is told on the console.
        if (name === 'theme') this.theme = JSON.parse(value ?? 'null')
        if (!this.isConnected) return
        const appearance = appearanceOf(value)
        if (name === 'request-id') {
          this.disconnectedCallback()
          this.connectedCallback()
        } else if (name === 'locale' && value) this.#handle?.setLocale(value)
        else if (name === 'appearance' && appearance) this.#handle?.setAppearance(appearance)
      }
    },
  )
}

function challengePlaceOf(text: string | null): ChallengePlace | undefined {
  return text === 'frame' || text === 'top' || text === 'tab' ? text : undefined
}

function appearanceOf(text: string | null): Appearance | undefined {
  const isAppearance = (value: string | null): value is Appearance =>
    value !== null && Object.hasOwn(appearances, value)
  return isAppearance(text) ? text : undefined
}
