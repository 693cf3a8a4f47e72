import { normalizedAddress } from './normalizedAddress.ts'

/** A wallet on a list, and its coin according to the list. */
export type ListedWallet = { readonly address: string; readonly coin: string }

/** All wallets of a list, or why and where it cannot be read. */
export type ReadWalletList =
  | { readonly is: 'read'; readonly wallets: readonly ListedWallet[] }
  | { readonly is: 'unreadable'; readonly why: string }

/**
 * Reads a list of sanctioned wallets, completely or not at all: OFAC's as XML or as text, where each follows "Digital
 * Currency Address - ETH", or one address a line with comments after #, // or ;.
 */
export function readWalletList(content: string): ReadWalletList {
  const list = content.replace(/^\uFEFF/, '')
  if (/^\s*</.test(list)) return readXml(withoutComments(list))
  return MARKED.test(list) ? readText(list) : readLines(list)
}

/** The words before each wallet in OFAC's list. */
const MARKED = /Digital\s+Currency\s+Address/
const IN_XML =
  /<idType>\s*Digital\s+Currency\s+Address\s+-\s+([A-Z0-9]+)\s*<\/idType>\s*<idNumber>\s*([A-Za-z0-9]{20,120})\s*<\/idNumber>/g
const IN_TEXT = /Digital\s+Currency\s+Address\s+-\s+([A-Z0-9]+)\s+([A-Za-z0-9]{20,120})(?=[\s;,.)\]])/g

/** XML has to be closed, and has to have as many entries as it declares. */
function readXml(list: string): ReadWalletList {
  const root = /<([A-Za-z_][\w:.-]*)[\s>/]/.exec(list.replace(/<[?!][^>]*>/g, ''))?.[1]
  if (root === undefined || !new RegExp(`</${root}\\s*>\\s*$`).test(list))
    return unreadable(`it is cut off: its last line, ${lineCount(list)}, does not close <${root ?? ''}>`)
  const declared = /<Record_Count>\s*(\d+)\s*<\/Record_Count>/.exec(list)?.[1]
  const entries = list.match(/<sdnEntry[\s>]/g)?.length ?? 0
  if (declared === undefined && entries > 0)
    return unreadable('it does not declare how many entries it has (Record_Count)')
  if (declared !== undefined && Number(declared) !== entries)
    return unreadable(`it declares ${declared} entries and has ${entries}`)
  return readMarked(list, IN_XML)
}

/** OFAC's text declares no count. It has to end with the end of an entry. */
function readText(list: string): ReadWalletList {
  if (!/[.;)\]]\s*$/.test(list))
    return unreadable(`it is cut off: its last line, ${lineCount(list)}, ends within an entry`)
  return readMarked(list, IN_TEXT)
}

function readMarked(list: string, pattern: RegExp): ReadWalletList {
  const wallets: ListedWallet[] = []
  const read = new Set<number>()
  for (const match of list.matchAll(pattern)) {
    const [whole, coin = '', address = ''] = match
    const at = match.index + whole.search(MARKED)
    if (!isWhole(address))
      return unreadable(`line ${lineAt(list, at)} names a wallet that is no whole address`)
    read.add(at)
    wallets.push({ coin, address: normalizedAddress(address) })
  }
  const unread = [...list.matchAll(new RegExp(MARKED, 'g'))].find(({ index }) => !read.has(index))
  if (unread)
    return unreadable(`line ${lineAt(list, unread.index)} names a wallet in a way that cannot be read`)
  return { is: 'read', wallets: once(wallets) }
}

function readLines(list: string): ReadWalletList {
  const wallets: ListedWallet[] = []
  let declared: string | undefined
  for (const [index, line] of list.split(/\r?\n/).entries()) {
    declared ??= /^\s*(?:#|\/\/|;)\s*count\s*:\s*(\d+)\s*$/i.exec(line)?.[1]
    const address = line.replace(/(^|\s)(#|\/\/|;).*$/, '').trim()
    if (address === '') continue
    if (!/^[A-Za-z0-9]{20,120}$/.test(address) || !isWhole(address))
      return unreadable(`line ${index + 1} is neither an address nor a comment`)
    wallets.push({ coin: 'any', address: normalizedAddress(address) })
  }
  if (declared !== undefined && Number(declared) !== wallets.length)
    return unreadable(`it declares ${declared} wallets and has ${wallets.length}`)
  return { is: 'read', wallets: once(wallets) }
}

/** A hexadecimal address shows whether a part of it is missing. */
function isWhole(address: string): boolean {
  return !/^0x/i.test(address) || /^0x([0-9a-f]{40}|[0-9a-f]{64})$/i.test(address)
}

function once(wallets: readonly ListedWallet[]): ListedWallet[] {
  return [...new Map(wallets.map((wallet) => [wallet.address, wallet])).values()]
}

/** The list without its comments, but with their line breaks. */
function withoutComments(list: string): string {
  return list.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '))
}

function unreadable(why: string): ReadWalletList {
  return { is: 'unreadable', why }
}

function lineAt(list: string, index: number): number {
  return list.slice(0, index).split('\n').length
}

function lineCount(list: string): number {
  return lineAt(list.trimEnd(), list.length)
}
