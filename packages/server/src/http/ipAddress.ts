import { BlockList, isIP } from 'node:net'

/**
 * Reads an IP address as sockets and proxies write it: bare, with a port (`192.0.2.1:5678`), in brackets
 * (`[2001:db8::1]:443`), in quotes, or with a zone (`fe80::1%eth0`).
 * @returns the address in its usual form; the IPv4 address for one mapped into IPv6; undefined when the text is not an
 * address
 */
export function ipAddress(text: string): string | undefined {
  if (isIP(text) === 4) return text
  const entry = /^\s*("?)\s*(.*?)\s*\1\s*$/.exec(text)?.[2] ?? ''
  const address =
    /^\[([^[\]]+)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry
  const family = isIP(address)
  return family === 6 ? usualForm(address.replace(/%.*$/, '')) : family === 4 ? address : undefined
}

/** The shortest form of an IPv6 address, in lower case (RFC 5952), or the IPv4 address that it stands for. */
function usualForm(address: string): string {
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/** Addresses and ranges of addresses to search. */
export type AddressRanges = { readonly has: (address: string) => boolean }

/**
 * Reads addresses, each alone or a range such as 192.0.2.0/24.
 * @returns undefined when one of the words is neither: a misread list would let anyone in
 */
export function addressRanges(words: readonly string[]): AddressRanges | undefined {
  const list = new BlockList()
  for (const word of words) {
    const [, written = '', bits] = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(word) ?? []
    const address = ipAddress(written)
    if (address === undefined || isIP(written) === 0) return undefined
    const longest = lengthOf(address)
    const prefix = bits === undefined ? longest : Number(bits) - (lengthOf(written) - longest)
    if (prefix < 0 || prefix > longest) return undefined
    list.addSubnet(address, prefix, familyOf(address))
  }
  return {
    has(text) {
      const address = ipAddress(text)
      return address !== undefined && list.check(address, familyOf(address))
    },
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

function lengthOf(address: string): number {
  return isIP(address) === 6 ? 128 : 32
}
