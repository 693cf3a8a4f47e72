import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { receiverObjection } from '../../partner/receiverObjection.ts'

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
  if (callbackUrl !== null) refuseReceiver(mode, callbackUrl)
}

function refuseReceiver(mode: Mode, url: string): void {
  switch (receiverObjection(mode, url)) {
    case 'not_https':
      throw new BadCall('Live sends callbacks over https alone: give an https --callback-url.')
    case 'not_public':
      throw new BadCall(
        `Live sends callbacks to the public internet alone, and ${new URL(url).hostname} is not on the public internet: give another --callback-url.`,
      )
    case null:
  }
}
