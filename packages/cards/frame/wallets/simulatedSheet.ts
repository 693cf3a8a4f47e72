import { element } from '../element.ts'
import type { Sheet } from './Sheet.ts'

/**
 * A wallet that the sandbox plays: a page of the platform's own in a frame, whose last page has the token.
 * @param place where it is shown
 */
export function simulatedSheet(
  { wallet, name, sessionId }: { wallet: Sheet['wallet']; name: string; sessionId: string },
  place: HTMLElement,
): Sheet {
  return {
    wallet,
    isReady: () => Promise.resolve(true),
    open: (signal) =>
      new Promise((resolve) => {
        const src = `/sandbox/wallets/${wallet}/${encodeURIComponent(sessionId)}`
        const frame = element('iframe', { title: name, src })
        const end = (token: string | null) => {
          frame.remove()
          resolve(token ? { token, finish: () => {} } : null)
        }
        signal.addEventListener('abort', () => end(null), { once: true })
        frame.addEventListener('load', () => {
          const closed = frame.contentDocument?.querySelector('meta[name=wallet-token]')
          if (closed) end(closed.getAttribute('content'))
        })
        Object.assign(frame.style, { gridColumn: '1 / -1', width: '100%', height: '34em', border: '0' })
        place.append(frame)
        frame.focus()
      }),
  }
}
