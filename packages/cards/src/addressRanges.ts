import { BlockList, isIP } from 'node:net'

/**
 * The addresses of a fence, each alone or a range such as 192.0.2.0/24.
 * @returns undefined when one of the words is neither: a fence that is read wrongly stands open
 */
export function addressRanges(words: readonly string[]): BlockList | undefined {
  const list = new BlockList()
  for (const word of words) {
    const [, address = '', bits] = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(word) ?? []
    const family = isIP(address)
    const longest = family === 6 ? 128 : 32
    const prefix = bits === undefined ? longest : Number(bits)
    if (family === 0 || prefix > longest) return undefined
    list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
