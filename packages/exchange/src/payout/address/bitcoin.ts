import { bech32, bech32m } from '@scure/base'
import type { AddressRule, Mode } from './checkAddress.ts'
import { base58check } from './base58check.ts'

/** What tells a network's addresses apart: the first byte of the old form, the prefix of the new one. */
type Chain = {
  readonly name: string
  readonly versions: Readonly<Record<Mode, readonly number[]>>
  readonly prefixes: Readonly<Record<Mode, readonly string[]>>
  readonly examples: Readonly<Record<Mode, string>>
}

/** Bitcoin. The sandbox pays to testnet, signet and regtest. */
export const bitcoin = ruleOf({
  name: 'Bitcoin',
  versions: { live: [0x00, 0x05], sandbox: [0x6f, 0xc4] },
  prefixes: { live: ['bc'], sandbox: ['tb', 'bcrt'] },
  examples: { live: 'bc1, 1 or 3', sandbox: 'tb1, bcrt1, m, n or 2' },
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
})

function ruleOf(chain: Chain): AddressRule {
  return (address, mode) => {
    if (belongs(chain, address, mode)) return undefined
    return belongs(chain, address, mode === 'live' ? 'sandbox' : 'live')
      ? `This ${chain.name} address is of ${mode === 'live' ? 'a test' : 'the main'} network. Use one that begins with ${chain.examples[mode]}.`
      : `This is no ${chain.name} address. Copy it from the wallet again; it begins with ${chain.examples[mode]}.`
  }
}

function belongs({ versions, prefixes }: Chain, address: string, mode: Mode): boolean {
  const payload = base58check(address)
  if (payload) return payload.length === 21 && versions[mode].includes(payload[0] ?? -1)
  const prefix = segwitPrefix(address)
  return prefix !== undefined && prefixes[mode].includes(prefix)
}

/**
 * The prefix of a witness address that somebody can spend from today: version 0 with 20 or 32 bytes (BIP 173), and
 * version 1 with 32 (BIP 350). What is sent to other versions or lengths is anyone's.
 */
function segwitPrefix(address: string): string | undefined {
  return prefixIn(bech32, address, 0, [20, 32]) ?? prefixIn(bech32m, address, 1, [32])
}

function prefixIn(
  coder: typeof bech32,
  address: string,
  version: number,
  lengths: readonly number[],
): string | undefined {
  const decoded = coder.decodeUnsafe(address)
  if (decoded?.words[0] !== version) return undefined
  const program = coder.fromWordsUnsafe(decoded.words.slice(1))
  return program && lengths.includes(program.length) ? decoded.prefix : undefined
}
