import { keptAddress } from './keptAddress.ts'

/** A wallet on a list, and which coin the list says that it is of. */
export type ListedWallet = { readonly address: string; readonly coin: string }

/**
 * The wallets that a list names: OFAC's as XML or as text, where each stands behind "Digital Currency Address - ETH", or
 * a plain list of one address a line.
 */
export function listedWallets(list: string): ListedWallet[] {
  const marked = [...list.matchAll(inXml), ...list.matchAll(inText)].map(([, coin = '', address = '']) => ({
    coin,
    address: keptAddress(address),
  }))
  const wallets = marked.length > 0 ? marked : plain(list)
  return [...new Map(wallets.map((wallet) => [wallet.address, wallet])).values()]
}

const inXml =
  /<idType>\s*Digital Currency Address - ([A-Z0-9]+)\s*<\/idType>\s*<idNumber>\s*([A-Za-z0-9]+)\s*<\/idNumber>/g
const inText = /Digital Currency Address - ([A-Z0-9]+)\s+([A-Za-z0-9]{20,100})/g

function plain(list: string): ListedWallet[] {
  return list.split(/\r?\n/).flatMap((line) => {
    const address = line.trim()
    return /^[A-Za-z0-9]{20,100}$/.test(address) ? [{ coin: 'any', address: keptAddress(address) }] : []
  })
}
