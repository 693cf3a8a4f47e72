/** What a page notes about itself, for the bench to read. */
export type Noted = {
  /** Milliseconds since the navigation, of the latest largest paint. */
  largestPaintMs: number
  /** Milliseconds since the navigation until the page could be used; null until then. */
  usableMs: number | null
  /** The largest sum of shifts within five seconds, none later than a second after another (CLS). */
  shift: number
  /** The longest that an act of the buyer waited for its picture, milliseconds. */
  longestActMs: number
  /** That act: its event and the name of what was pressed. */
  longestAct: string
}

declare global {
  interface Window {
    noted: Noted
  }
}

/**
 * Notes in a page how soon it is painted and usable, what moves by itself, and how long acts wait. Runs in the page, before its own
 * scripts.
 * @param usable a selector of what is there once the page can be used
 */
export function watchPage(usable: string): void {
  const noted: Noted = { largestPaintMs: 0, usableMs: null, shift: 0, longestActMs: 0, longestAct: '' }
  window.noted = noted
  let [begun, last, sum] = [-Infinity, -Infinity, 0]
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...(type === 'event' && { durationThreshold: 16 }),
    })
  observe('largest-contentful-paint', ({ startTime }) => {
    noted.largestPaintMs = startTime
  })
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (hadRecentInput) return
    if (entry.startTime - last > 1_000 || entry.startTime - begun > 5_000) {
      begun = entry.startTime
      sum = 0
    }
    last = entry.startTime
    sum += value
    noted.shift = Math.max(noted.shift, sum)
  })
  observe('event', (entry) => {
    const { interactionId, duration, target, name } = entry as PerformanceEventTiming
    if (interactionId === 0 || duration <= noted.longestActMs) return
    const pressed = target instanceof Element ? (target.ariaLabel ?? target.textContent) : ''
    noted.longestActMs = duration
    noted.longestAct = `${name} ${pressed}`.trim()
  })
  new MutationObserver((_, observer) => {
    if (!document.querySelector(usable)) return
    noted.usableMs = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true, attributes: true })
}
