import { bech32, bech32m } from '@scure/base'
import { unspendable, wrongChecksum, wrongLength, type AddressObjection } from './AddressObjection.ts'
import type { AddressRule, Mode } from './AddressRule.ts'
import { base58check, objectionToBase58 } from './base58check.ts'
import { isReserved } from './isReserved.ts'

/** What identifies a network's addresses: the first byte of the old form, the prefix of the new one. */
type Chain = {
  readonly name: string
  readonly versions: Readonly<Record<Mode, readonly number[]>>
  readonly prefixes: Readonly<Record<Mode, readonly string[]>>
  readonly examples: Readonly<Record<Mode, string>>
  /** The first characters of an address in the old form. */
  readonly starts: Readonly<Record<Mode, RegExp>>
}

/** Addresses with valid checksums that were made up to destroy coins; no one has their keys. */
const burners: ReadonlySet<string> = new Set([
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
])

/** Bitcoin. The sandbox pays to testnet, signet and regtest. */
export const bitcoin = ruleOf({
  name: 'Bitcoin',
  versions: { live: [0x00, 0x05], sandbox: [0x6f, 0xc4] },
  prefixes: { live: ['bc'], sandbox: ['tb', 'bcrt'] },
  examples: { live: 'bc1, 1 or 3', sandbox: 'tb1, bcrt1, m, n or 2' },
  starts: { live: /^[13]/, sandbox: /^[mn2]/ },
})

/**
 * Litecoin. Its early script addresses look exactly like Bitcoin's (3 on the main network, 2 on the test one) and are
 * refused: every wallet shows the same address in the form that is Litecoin's own.
 */
export const litecoin = ruleOf({
  name: 'Litecoin',
  versions: { live: [0x30, 0x32], sandbox: [0x6f, 0x3a] },
  prefixes: { live: ['ltc'], sandbox: ['tltc', 'rltc'] },
  examples: { live: 'ltc1, L or M', sandbox: 'tltc1, rltc1, m, n or Q' },
  starts: { live: /^[LM]/, sandbox: /^[mnQ]/ },
})

function ruleOf(chain: Chain): AddressRule {
  return (address, mode) => {
    const own = accountIn(chain, address, mode)
    if (own) return isReserved(own) || burners.has(address) ? unspendable : undefined
    return accountIn(chain, address, mode === 'live' ? 'sandbox' : 'live')
      ? {
          fault: 'other_network',
          detail: `This ${chain.name} address is of ${mode === 'live' ? 'a test' : 'the main'} network. Use one that begins with ${chain.examples[mode]}.`,
        }
      : (objectionToLike(chain, address, mode) ?? {
          fault: 'form',
          detail: `This is not a ${chain.name} address. Copy it from the wallet again; it begins with ${chain.examples[mode]}.`,
        })
  }
}

/** The bytes of the account, without version and checksum; undefined where the address is not the network's. */
function accountIn({ versions, prefixes }: Chain, address: string, mode: Mode): Uint8Array | undefined {
  const payload = base58check(address)
  if (payload)
    return payload.length === 21 && versions[mode].includes(payload[0] ?? -1)
      ? payload.subarray(1)
      : undefined
  const witness = witnessIn(address)
  return witness && prefixes[mode].includes(witness.prefix) ? witness.program : undefined
}

/**
 * What is wrong with an address that begins like the network's; undefined where it does not, or has invalid characters.
 */
function objectionToLike(
  { name, prefixes, starts }: Chain,
  address: string,
  mode: Mode,
): AddressObjection | undefined {
  const oneCase = address === address.toUpperCase() ? address.toLowerCase() : address
  const prefix = prefixes[mode].find((each) => oneCase.startsWith(`${each}1`))
  if (prefix !== undefined) {
    const data = oneCase.slice(prefix.length + 1)
    if (!/^[qp][02-9ac-hj-np-z]*$/.test(data)) return undefined
    const lengths = data.startsWith('q') ? [39, 59] : [59]
    const whole = lengths.map((length) => prefix.length + 1 + length)
    return lengths.includes(data.length)
      ? wrongChecksum(name)
      : wrongLength(name, address, whole.join(' or '))
  }
  const isLike = starts[mode].test(address) && base58check(address) === undefined
  return isLike ? objectionToBase58(name, address) : undefined
}

type Witness = { readonly prefix: string; readonly program: Uint8Array }

/**
 * A witness address that can be spent from today: version 0 with 20 or 32 bytes (BIP 173), and version 1 with 32 (BIP
 * 350). Coins sent to other versions or lengths can be spent by anyone.
 */
function witnessIn(address: string): Witness | undefined {
  return decodedBy(bech32, address, 0, [20, 32]) ?? decodedBy(bech32m, address, 1, [32])
}

function decodedBy(
  coder: typeof bech32,
  address: string,
  version: number,
  lengths: readonly number[],
): Witness | undefined {
  const decoded = coder.decodeUnsafe(address)
  if (decoded?.words[0] !== version) return undefined
  const program = coder.fromWordsUnsafe(decoded.words.slice(1))
  return program && lengths.includes(program.length) ? { prefix: decoded.prefix, program } : undefined
}
