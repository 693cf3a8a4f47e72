import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { NotAllowed, outsideAddress } from '@cambio/server/outside/outsideAddress.ts'

/** What a call gives of a partner's addresses. */
type Addresses = { readonly origins?: readonly string[]; readonly callbackUrl?: string | null }

/**
 * Live calls nothing inside our own walls, and no page without TLS: an address that says so itself is refused when it
 * is given, and not when the first callback is due. What a name leads to is checked at each connection.
 * @throws BadCall
 */
export function refuseInLive(mode: Mode, { origins = [], callbackUrl = null }: Addresses): void {
  if (mode !== 'live') return
  const plain = origins.find((origin) => !origin.startsWith('https:'))
  if (plain !== undefined)
    throw new BadCall(`Live shows the widget on https pages alone: give an https --origin, not ${plain}.`)
  if (callbackUrl !== null) refuseReceiver(new URL(callbackUrl))
}

function refuseReceiver(url: URL): void {
  if (url.protocol !== 'https:')
    throw new BadCall('Live sends callbacks over https alone: give an https --callback-url.')
  if (!isOutside(url))
    throw new BadCall(
      `Live sends callbacks to the public internet alone, and ${url.hostname} is not on the public internet: give another --callback-url.`,
    )
}

/** Names that always lead to the machine itself (RFC 6761). */
const LOCALHOST = /^(?:.+\.)?localhost\.?$/

function isOutside(url: URL): boolean {
  if (LOCALHOST.test(url.hostname)) return false
  try {
    outsideAddress(url.href, { allowPrivate: false })
    return true
  } catch (error) {
    if (error instanceof NotAllowed) return false
    throw error
  }
}
