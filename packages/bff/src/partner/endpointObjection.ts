import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { NotAllowed, outsideAddress } from '@cambio/server/outside/outsideAddress.ts'

/**
 * Why callbacks must not be sent to an address, as far as the address shows it; null if nothing is wrong. Live sends
 * them only over https to the public internet. What a host name resolves to is checked at each connection.
 * @param url an http or https address
 */
export function endpointObjection(mode: Mode, url: string): 'not_https' | 'not_public' | null {
  if (mode !== 'live') return null
  if (!url.startsWith('https:')) return 'not_https'
  return isOutside(new URL(url)) ? null : 'not_public'
}

/** Names that always resolve to the machine itself (RFC 6761). */
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
