/**
 * The connection of a widget in this page. Its browser reports that it is lost, and its calls fail as they would then;
 * the card form is another website's, and keeps its own.
 */

/** What each widget calls with while its connection is lost. @type {WeakMap<Window, typeof fetch>} */
const kept = new WeakMap()

/** Takes the connection of the open widget away. */
export function loseLine() {
  const view = widgetWindow()
  if (!view || kept.has(view)) return
  kept.set(view, view.fetch)
  view.fetch = () => Promise.reject(new TypeError('The connection is lost'))
  Object.defineProperty(view.navigator, 'onLine', { configurable: true, value: false })
  view.dispatchEvent(new Event('offline'))
}

/** Gives the open widget its connection back. */
export function restoreLine() {
  const view = widgetWindow()
  const call = view && kept.get(view)
  if (!view || !call) return
  kept.delete(view)
  view.fetch = call
  Reflect.deleteProperty(view.navigator, 'onLine')
  view.dispatchEvent(new Event('online'))
}

/** The window of the open widget, in the page or in a dialog. @returns {(Window & { fetch: typeof fetch }) | null | undefined} */
function widgetWindow() {
  const hosts = document.querySelectorAll('#widget > *, body > *')
  return [...hosts].map(({ shadowRoot }) => shadowRoot?.querySelector('iframe')).find(Boolean)?.contentWindow
}
