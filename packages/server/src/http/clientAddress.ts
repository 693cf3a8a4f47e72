import { isIP } from 'node:net'
import { StartRefused } from '../settings/StartRefused.ts'
import { addressRanges, ipAddress, type AddressRanges } from './ipAddress.ts'

/** Finds the sender of a request: the socket's peer, or the address that a trusted proxy states. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string

/** The sender of a request without a socket: this process, as in a test. */
const OURSELVES = '127.0.0.1'

/**
 * Believes X-Forwarded-For only as far as trusted proxies wrote it: from the right, an entry counts when everything
 * nearer to us is trusted. Entries by the client itself are further left and never reached. An entry may have a port or
 * brackets, as some proxies write them. An unreadable entry is not trusted: the request counts as the proxy's own.
 * @param unreadable called with a proxy whose entry cannot be read
 */
export function clientAddress(
  trustedProxies: readonly string[],
  unreadable: (proxy: string) => void,
): ClientAddress {
  const trusted = addressList(trustedProxies, 'TRUSTED_PROXIES')
  return (peer = OURSELVES, forwardedFor) => {
    let client = ipAddress(peer) ?? peer
    if (forwardedFor === undefined || trustedProxies.length === 0) return client
    const hops = forwardedFor.split(',')
    while (hops.length > 0 && trusted.has(client)) {
      const hop = ipAddress(hops.pop() ?? '')
      if (hop === undefined) {
        unreadable(client)
        break
      }
      client = hop
    }
    return client
  }
}

/**
 * The part of an address that a network assigns to one customer: a whole IPv4 address, the first 64 bits of an IPv6
 * one.
 */
export function networkOf(rawAddress: string): string {
  const address = ipAddress(rawAddress) ?? rawAddress
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...gap, ...last].slice(0, 4).join(':')
}

/** Addresses and ranges as a list to search. @throws StartRefused that names their variable */
export function addressList(ranges: readonly string[], variable: string): AddressRanges {
  const list = addressRanges(ranges)
  if (!list)
    throw new StartRefused(
      `${variable} must be addresses or ranges such as 10.0.0.0/8, with commas between them.`,
    )
  return list
}
