import { lookup as resolveByDns } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './publicAddress.ts'

/** Looks a name up. */
export type Resolve = (
  host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

/** Which external addresses may be called. */
export type OutsideRule = {
  /** Sandbox only: plain http, and private addresses. */
  readonly allowPrivate: boolean
  readonly resolve?: Resolve
}

/** An address that may not be called; the message says why, in words for the operator. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed'
}

const notPublic = 'The address is not on the public internet'

/**
 * An address from outside, ready to be called: https only, without a password, on the public internet. A name is looked
 * up once, and only the addresses that were checked are connected to, so that a name server cannot change its answer in
 * between.
 * @throws NotAllowed, also from the lookup
 */
export function outsideAddress(
  address: string,
  { allowPrivate, resolve = byDns }: OutsideRule,
): { readonly url: URL; readonly lookup: LookupFunction } {
  const mayReach = (ip: string) => allowPrivate || isPublicAddress(ip)
  const url = URL.parse(address)
  if (!url) throw new NotAllowed('The address is no URL')
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new NotAllowed('The address is not https')
  if (url.username !== '' || url.password !== '') throw new NotAllowed('The address carries a password')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A literal address is never looked up, so it is checked here.
  if (isIP(host) !== 0 && !mayReach(host)) throw new NotAllowed(notPublic)
  return { url, lookup: lookupWith(resolve, mayReach) }
}

/** The socket's lookup, which returns allowed addresses only. */
function lookupWith(resolve: Resolve, mayReach: (address: string) => boolean): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => mayReach(address))
        const [first] = allowed
        if (!first) callback(new NotAllowed(notPublic), '', 0)
        else if (all) callback(null, [...allowed])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}

const byDns: Resolve = (host) => resolveByDns(host, { all: true })
