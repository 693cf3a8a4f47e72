/// <reference lib="dom" />

/** What a hydrated page sends to its window, once. */
export const HYDRATED = 'guide:hydrated'

const moduleOf = /\s*<script type="module" src="([^"]+)"><\/script>/g
/** What the theme shows on a narrow screen until its scripts have made the outline. */
const outlineButton = /<button type="button"([^>]*)>Return to top<\/button>/
const preloadOf = /\s*<link rel="modulepreload" href="([^"]+)">/g

/**
 * A built page that can be read at once: its scripts take no time of a phone before the reader uses the page. Without this
 * they are loaded, run and go through the whole page while it is still being drawn.
 */
export function hydrateOnFirstUse(html: string): string {
  const modules = [...html.matchAll(moduleOf)].map(([, address]) => address)
  const preloads = [...html.matchAll(preloadOf)].map(([, address]) => address)
  const hydration = `(${String(waitForFirstUse)})(${JSON.stringify({ modules, preloads, hydrated: HYDRATED })})`
  return html
    .replaceAll(moduleOf, '')
    .replaceAll(preloadOf, '')
    .replace(
      outlineButton,
      /<h[23] id=/.test(html)
        ? '<button type="button" data-allow-mismatch="text"$1>On this page</button>'
        : '$&',
    )
    .replace('</head>', () => `<script>${hydration}</script></head>`)
}

/**
 * Runs in the browser, as a text in the page, so it uses nothing outside itself. A click or a search key that comes before
 * the page is hydrated is kept and done then.
 */
function waitForFirstUse(page: { modules: string[]; preloads: string[]; hydrated: string }): void {
  // A browser reports that a pointer moves as soon as something is drawn under it, so a move is no use. Nor is the beginning of
  // a press, or the focus that it moves: a button that is replaced before the press ends is not clicked.
  const uses = ['pointerup', 'keydown', 'click']
  let kept: Event | undefined

  // One after the other: the second reads what the first has set.
  const run = async (): Promise<void> => {
    for (const address of page.modules) await import(address)
  }

  const hydrate = (): void => {
    for (const use of uses) removeEventListener(use, hydrate, true)
    void run()
  }

  const keep = (event: Event): void => {
    if (!(event.target instanceof Element)) return
    const isSearchKey =
      event instanceof KeyboardEvent &&
      (event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey)))
    if (event.type === 'keydown' ? !isSearchKey : !event.target.closest('button, label, input')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    kept = event
  }

  /** Does what was kept, where it was done: hydration may have put another button in the place of the first. */
  const repeat = (): void => {
    if (!(kept?.target instanceof Element)) return
    const { target } = kept
    if (kept instanceof KeyboardEvent) target.dispatchEvent(new KeyboardEvent('keydown', kept))
    else if (kept instanceof MouseEvent) {
      const place = target.isConnected ? target : document.elementFromPoint(kept.clientX, kept.clientY)
      place?.dispatchEvent(new MouseEvent('click', kept))
    }
  }

  const load = (): void => {
    for (const href of page.preloads) {
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
      link.fetchPriority = 'low'
      document.head.append(link)
    }
    // On a wide screen the outline beside the text is made by the scripts.
    if (matchMedia('(min-width: 80rem)').matches) hydrate()
  }

  for (const use of uses) addEventListener(use, hydrate, true)
  for (const type of ['click', 'keydown']) addEventListener(type, keep, true)
  addEventListener('load', load)
  addEventListener(page.hydrated, () => {
    for (const type of ['click', 'keydown']) removeEventListener(type, keep, true)
    setTimeout(repeat)
  })
}
