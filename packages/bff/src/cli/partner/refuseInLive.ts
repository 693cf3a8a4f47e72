import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { endpointObjection } from '../../partner/endpointObjection.ts'

/** A partner's addresses in a call. */
type Addresses = { readonly origins?: readonly string[]; readonly callbackUrl?: string | null }

/**
 * Refuses addresses that live does not use: those in private networks, and those without TLS. An address that shows
 * this itself is refused at once, and not when the first callback is due. What a host name resolves to is checked at
 * each connection.
 * @throws BadCall
 */
export function refuseInLive(mode: Mode, { origins = [], callbackUrl = null }: Addresses): void {
  if (mode !== 'live') return
  const plain = origins.find((origin) => !origin.startsWith('https:'))
  if (plain !== undefined)
    throw new BadCall(`Live shows the widget on https pages alone: give an https --origin, not ${plain}.`)
  if (callbackUrl !== null) refuseEndpoint(mode, callbackUrl)
}

function refuseEndpoint(mode: Mode, url: string): void {
  switch (endpointObjection(mode, url)) {
    case 'not_https':
      throw new BadCall('Live sends callbacks over https alone: give an https --callback-url.')
    case 'not_public':
      throw new BadCall(
        `Live sends callbacks to the public internet alone, and ${new URL(url).hostname} is not on the public internet: give another --callback-url.`,
      )
    case null:
  }
}
