import { BlockList, isIP } from 'node:net'
import { StartRefused } from './StartRefused.ts'

/** Finds who a request is from: the socket's peer, or who a trusted proxy says it speaks for. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string

/** What a request without a socket is from: this very process, as in a test. */
const OURSELVES = '127.0.0.1'

/**
 * Believes X-Forwarded-For only as far as trusted proxies wrote it: from the right, an entry counts when everything
 * nearer to us is trusted. What the client itself put there stands further left and is never reached.
 */
export function clientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = addressList(trustedProxies, 'TRUSTED_PROXIES')
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return (peer, forwardedFor) => {
    let client = plain(peer ?? OURSELVES)
    if (forwardedFor === undefined || trustedProxies.length === 0) return client
    const hops = forwardedFor.split(',')
    while (hops.length > 0 && isTrusted(client)) {
      const hop = plain(hops.pop()?.trim() ?? '')
      if (isIP(hop) === 0) break
      client = hop
    }
    return client
  }
}

/** The part of an address that one customer is given: all of an IPv4 address, the first 64 bits of an IPv6 one. */
export function networkOf(rawAddress: string): string {
  const address = plain(rawAddress)
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...gap, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** An IPv4 address that a dual-stack socket shows as IPv6 is the IPv4 address. */
function plain(address: string): string {
  if (!address.startsWith('::')) return address
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/** Addresses and ranges as a list to look in. @throws StartRefused that names the variable they stand in */
export function addressList(ranges: readonly string[], variable: string): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits, ...more] = range.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    const longest = family === 'ipv6' ? 128 : 32
    const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (isIP(network) === 0 || more.length > 0 || !(prefix <= longest)) {
      throw new StartRefused(
        `${variable} must be addresses or ranges such as 10.0.0.0/8, with commas between them.`,
      )
    }
    list.addSubnet(network, prefix, family)
  }
  return list
}
