import type { Network } from '@cambio/wire/Currency.ts'
import { latinDigits } from '@cambio/wire/latinDigits.ts'
import { visibleText } from '@cambio/wire/visibleText.ts'

/** The destination's network, and whether real coins or coins of the test networks are sent. */
export type Place = { readonly network: Network | null; readonly mode: 'sandbox' | 'live' }

/** An address, with its memo or tag; undefined where it had none. */
export type Pasted = { readonly address: string; readonly memo?: string }

const schemes = /^(?:web\+)?(?:bitcoin|litecoin|ethereum|ripple|xrpl|xrp|stellar|tron|eos):(?:\/\/)?(?=.)/i

/** The Ethereum chains on which this service may pay: the main one, and those for tests. */
const chains: Readonly<Record<Place['mode'], readonly string[]>> = {
  live: ['1'],
  sandbox: ['1', '11155111', '17000', '31337'],
}

/** Parameter names under which wallets write a memo or a destination tag into an address. */
const memoNames = ['dt', 'tag', 'memo', 'memo_id']

/**
 * Reads an address as people paste it: with spaces and line breaks inside, invisible characters, quotes, a `0X`, and as
 * the URI of a wallet (BIP 21, EIP-681, SEP-7). The server checks whether it is valid on its network. A URI of another
 * chain or for another act than a payment is left unchanged.
 */
export function readAddress(typed: string, place: Place): Pasted {
  const text = compact(typed)
  const read = schemes.test(text) ? (readUri(text, place) ?? { address: text }) : { address: text }
  return { ...read, address: read.address.replace(/^0X/, '0x') }
}

/** Whether a text is a wallet's URI for another Ethereum-like chain than the one that is paid on. */
export function isOfOtherChain(address: string): boolean {
  return /^ethereum:[^?]*@\d/i.test(address)
}

/** Reads a destination tag or memo as people paste it. */
export function readMemo(typed: string, kind: 'dst_tag' | 'memo_id' | 'memo_value'): string {
  const text = visibleText(typed).trim()
  return kind === 'dst_tag' ? compact(latinDigits(text)) : text
}

/** Reads a bank account number as people paste it: the spaces between its groups stay. */
export function readIban(typed: string): string {
  return visibleText(typed)
    .normalize('NFKC')
    .replace(/^\s*IBAN[:\s]*/i, '')
    .trimStart()
}

function compact(text: string): string {
  return visibleText(text)
    .normalize('NFKC')
    .replace(/[\s"'`‘’‚‛“”„‟«»‹›]/g, '')
    .replace(/^[<([]+|[>)\],;]+$/g, '')
}

function readUri(uri: string, place: Place): Pasted | null {
  const [path = '', query = ''] = uri.replace(schemes, '').split('?')
  const values = new URLSearchParams(query)
  const memo = memoNames.map((name) => values.get(name)).find((value) => value !== null)
  const address = /^ethereum:/i.test(uri) ? payeeOf(path, values, place) : (values.get('destination') ?? path)
  if (address === null) return null
  return memo === undefined || memo === null ? { address } : { address, memo }
}

/** The payee of `[pay-]<address>[@<chain>][/<function>]` (EIP-681): for a token, the one that its transfer names. */
function payeeOf(path: string, values: URLSearchParams, { mode }: Place): string | null {
  const [, target = '', chain, call] = /^(?:pay-)?([^@/]+)(?:@(\d+))?(?:\/(\w+))?$/.exec(path) ?? []
  if (chain !== undefined && !chains[mode].includes(chain)) return null
  if (call === undefined) return target === '' ? null : target
  return call === 'transfer' ? values.get('address') : null
}
