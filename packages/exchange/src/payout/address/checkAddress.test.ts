import type { AddressFault } from '@cambio/wire/AddressFault.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { examplesOf } from '../../../testing/examplesOf.ts'
import type { Mode } from './AddressRule.ts'
import { checkAddress } from './checkAddress.ts'

const check = (code: string, address: string, mode: Mode = 'live', memo: string | null = null) =>
  checkAddress({ currency: Currency.get(code), address, memo, mode })

/** Addresses from the networks' own specifications and ledgers. */
const valid: readonly (readonly [code: string, mode: Mode, address: string])[] = [
  ['BTC', 'live', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', 'live', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'live', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'live', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['BTC', 'live', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['BTC', 'sandbox', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['BTC', 'sandbox', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ['BTC', 'sandbox', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['BTC', 'sandbox', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
  ['BTC', 'sandbox', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c'],
  ['BTC', 'sandbox', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
  ['LTC', 'live', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
  ['LTC', 'live', 'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441'],
  ['LTC', 'live', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['LTC', 'sandbox', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['LTC', 'sandbox', 'QVk4MvUu7Wb7tZ1wvAeiUvdF7wxhvpyLLK'],
  ['LTC', 'sandbox', 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0'],
  ['ETH', 'live', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', 'live', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['ETH', 'sandbox', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['USDC', 'live', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  ['USDT20', 'sandbox', '0xde709f2102306220921060314715629080e2fb77'],
  ['ETH', 'live', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['XRP', 'live', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['XRP', 'sandbox', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'],
  ['EOS', 'live', 'eosio.token'],
  ['EOS', 'live', 'gateioeosdep'],
  ['EOS', 'sandbox', 'a'],
  ['XLM', 'live', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ['XLM', 'sandbox', 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7'],
  ['USDTTRC20', 'live', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['USDTTRC20', 'sandbox', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
]

const invalid: readonly (readonly [code: string, mode: Mode, address: string, why: RegExp])[] = [
  // One network's money never goes to another network.
  ['BTC', 'sandbox', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', /main network/],
  ['BTC', 'sandbox', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', /main network/],
  ['BTC', 'live', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', /test network/],
  ['BTC', 'live', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', /test network/],
  ['BTC', 'live', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', /not a (valid )?Bitcoin address/],
  ['BTC', 'live', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', /not a (valid )?Bitcoin address/],
  ['LTC', 'live', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', /not a (valid )?Litecoin address/],
  ['LTC', 'live', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', /not a (valid )?Litecoin address/],
  ['LTC', 'live', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', /not a (valid )?Litecoin address/],
  ['LTC', 'live', 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0', /test network/],
  ['ETH', 'live', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', /not an? (valid )?Ethereum address/],
  ['USDTTRC20', 'live', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /not an? (valid )?Tron address/],
  ['USDTTRC20', 'live', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', /not an? (valid )?Tron address/],
  ['XRP', 'live', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', /not an? (valid )?XRP address/],
  // Valid checksums over something that is not a person's address.
  ['BTC', 'live', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', /not a (valid )?Bitcoin address/],
  [
    'BTC',
    'live',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    /not a valid Bitcoin/,
  ],
  ['BTC', 'live', 'BC1SW50QGDZ25J', /not a (valid )?Bitcoin address/],
  ['BTC', 'live', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', /not a (valid )?Bitcoin address/],
  ['BTC', 'live', 'bc1pfeessrawgf', /not a (valid )?Bitcoin address/],
  // The wrong checksum for the version, a mixed case, no data (BIP 350).
  [
    'BTC',
    'live',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    /not a (valid )?Bitcoin address/,
  ],
  ['BTC', 'live', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', /not a (valid )?Bitcoin address/],
  [
    'BTC',
    'sandbox',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
    /not a (valid )?Bitcoin address/,
  ],
  ['BTC', 'live', 'bc1gmk9yu', /not a (valid )?Bitcoin address/],
  ['BTC', 'live', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', /not a (valid )?Bitcoin address/],
  ['BTC', 'live', '', /not a (valid )?Bitcoin address/],
  ['BTC', 'live', ' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', /not a (valid )?Bitcoin address/],
  ['ETH', 'live', '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /checksum/],
  ['ETH', 'live', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /not an? (valid )?Ethereum address/],
  ['ETH', 'live', '0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', /not an? (valid )?Ethereum address/],
  ['ETH', 'live', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', /not an? (valid )?Ethereum address/],
  ['ETH', 'live', '0x0000000000000000000000000000000000000000', /lost/],
  ['ETH', 'live', 'vitalik.eth', /not an? (valid )?Ethereum address/],
  ['XRP', 'live', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', /X-address/],
  ['XRP', 'sandbox', 'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ', /X-address/],
  ['XRP', 'live', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyT', /not an? (valid )?XRP address/],
  ['XRP', 'live', 'r', /not an? (valid )?XRP address/],
  ['EOS', 'live', 'toolongaccount', /not an EOS account/],
  ['EOS', 'live', 'Capital', /not an EOS account/],
  ['EOS', 'live', 'six6', /not an EOS account/],
  ['EOS', 'live', '.dot', /not an EOS account/],
  ['EOS', 'live', 'dot.', /not an EOS account/],
  ['EOS', 'live', '', /not an EOS account/],
  [
    'XLM',
    'live',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
    /contains the memo/,
  ],
  [
    'XLM',
    'live',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA',
    /not an? (valid )?Stellar address/,
  ],
  ['XLM', 'live', 'GAAAAAAAACGC6', /not an? (valid )?Stellar address/],
  [
    'XLM',
    'live',
    'SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR',
    /not an? (valid )?Stellar address/,
  ],
  [
    'XLM',
    'live',
    'ga7qynf7sowq3glr2bgmzehxavirza4kvwltjjfc7mgxua74p7ujvsgz',
    /not an? (valid )?Stellar address/,
  ],
  ['EUR', 'live', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', /not paid out/],
]

/**
 * For every network: a valid address, and the same one with a wrong character; null where its addresses have no
 * checksum.
 */
const examples: Readonly<Record<Currency.Network, { right: string; wrong: string | null }>> = {
  bitcoin: {
    right: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    wrong: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  },
  litecoin: { right: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', wrong: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc2' },
  ethereum: {
    right: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    wrong: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
  },
  ripple: { right: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', wrong: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTj' },
  eos: { right: 'eosio.token', wrong: null },
  stellar: {
    right: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    wrong: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGY',
  },
  tron: { right: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', wrong: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' },
}

describe.for(Currency.currencies.filter(({ network }) => network !== null))(
  'an address for $code',
  ({ code, network }) => {
    const { right, wrong } = network === null ? { right: '', wrong: null } : examples[network]

    test('a valid address is accepted', () => expect(check(code, right)).toEqual({ ok: true }))

    test('an address with a wrong character is refused, where its network has a checksum', () =>
      expect(wrong !== null && check(code, wrong).ok).toBe(false))

    test('an address is refused when it belongs to another network', () => {
      const others = Object.entries(examples).filter(([other]) => other !== network)
      expect(others.filter(([, { right: foreign }]) => check(code, foreign).ok)).toEqual([])
    })
  },
)

describe('the check of an address', () => {
  test.for(valid)('the check for %s in %s accepts the address %s', ([code, mode, address]) => {
    expect(check(code, address, mode)).toEqual({ ok: true })
  })

  test.for(invalid)('the check for %s in %s refuses the address "%s": %s', ([code, mode, address, why]) => {
    expect(check(code, address, mode)).toEqual({
      ok: false,
      pointer: '/dst_address',
      fault: code === 'EUR' ? null : expect.any(String),
      detail: expect.stringMatching(why),
    })
  })

  test('the check refuses any address with one character changed, where the network has a checksum', () => {
    const alphabets: Record<string, string> = {
      BTC: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0',
      XLM: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
      USDTTRC20: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
    }
    const alphabetOf = (code: string) => alphabets[code] ?? alphabets['BTC'] ?? ''
    const checksummed = valid.filter(([code]) => !['ETH', 'USDC', 'USDT20', 'EOS'].includes(code))
    const change = fc
      .constantFrom(...checksummed)
      .chain(([code, mode, address]) =>
        fc.record({
          code: fc.constant(code),
          mode: fc.constant(mode),
          address: fc.constant(address),
          at: fc.nat(address.length - 1),
          character: fc.constantFrom(...alphabetOf(code).split('')),
        }),
      )
      .filter(({ address, at, character }) => address[at] !== character)
    fc.assert(
      fc.property(change, ({ code, mode, address, at, character }) => {
        const changed = address.slice(0, at) + character + address.slice(at + 1)
        return !check(code, changed, mode).ok
      }),
      examplesOf(5_000),
    )
  })

  test('the check refuses an Ethereum address with the case of one letter changed', () => {
    const letters = fc
      .constantFrom(
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
      )
      .chain((address) => fc.record({ address: fc.constant(address), at: fc.integer({ min: 2, max: 41 }) }))
      .filter(({ address, at }) => /[a-f]/i.test(address.charAt(at)))
    fc.assert(
      fc.property(letters, ({ address, at }) => {
        const letter = address.charAt(at)
        const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
        return !check('ETH', address.slice(0, at) + other + address.slice(at + 1)).ok
      }),
    )
  })

  test.for([
    ['BTC', 0x00],
    ['LTC', 0x30],
    ['USDTTRC20', 0x41],
  ] as const)(
    'the check for %s refuses a valid checksum over too few or too many bytes',
    ([code, version]) => {
      const coder = createBase58check(sha256)
      const withLength = (length: number) => coder.encode(new Uint8Array(length).fill(7).fill(version, 0, 1))
      expect(check(code, withLength(21)).ok).toBe(true)
      expect(check(code, withLength(20)).ok).toBe(false)
      expect(check(code, withLength(22)).ok).toBe(false)
    },
  )

  test('the check answers any text without throwing', () => {
    const codes = Currency.currencies.map(({ code }) => code)
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 20, maxLength: 100 }))
    fc.assert(
      fc.property(fc.constantFrom(...codes), anyText, anyText, (code, address, memo) => {
        expect(typeof check(code, address, 'live', memo).ok).toBe('boolean')
      }),
    )
  })
})

/** What is wrong with each address, as reported to the buyer and the partner's program. */
const faults: readonly (readonly [code: string, mode: Mode, address: string, fault: AddressFault])[] = [
  ['ETH', 'live', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'other_network'],
  ['ETH', 'sandbox', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'other_network'],
  ['BTC', 'live', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'other_network'],
  ['BTC', 'live', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'other_network'],
  ['BTC', 'live', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'other_network'],
  ['XRP', 'live', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', 'other_network'],
  ['EOS', 'live', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'other_network'],
  ['BTC', 'live', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
  ['BTC', 'live', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T5', 'checksum'],
  ['BTC', 'live', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum'],
  ['LTC', 'live', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc2', 'checksum'],
  ['ETH', 'live', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'checksum'],
  ['XRP', 'live', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTj', 'checksum'],
  ['XLM', 'live', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGY', 'checksum'],
  ['USDTTRC20', 'live', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'checksum'],
  ['BTC', 'live', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t', 'length'],
  ['BTC', 'live', '1A1zP1eP5QGefi2DMPTfTL5SLmv7Div', 'length'],
  ['ETH', 'live', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'length'],
  ['XRP', 'live', 'rHb9CJAWyB4rj91VRWn96DkukG4bw', 'length'],
  ['EOS', 'live', 'toolongaccount', 'length'],
  ['XLM', 'live', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSG', 'length'],
  ['USDTTRC20', 'live', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgj', 'length'],
  ['ETH', 'live', 'vitalik.eth', 'form'],
  ['BTC', 'live', 'satoshi', 'form'],
  ['XRP', 'live', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'tag_inside'],
  ['XLM', 'live', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ', 'tag_inside'],
  // Coins sent there are lost: no one has the keys, or a program of the network itself receives them.
  ['ETH', 'live', '0x0000000000000000000000000000000000000000', 'unpayable'],
  ['ETH', 'live', '0x0000000000000000000000000000000000000001', 'unpayable'],
  ['USDC', 'sandbox', '0x0000000000000000000000000000000000000011', 'unpayable'],
  ['ETH', 'live', '0x0000000000000000000000000000000000000100', 'unpayable'],
  ['ETH', 'live', '0x000000000000000000000000000000000000dEaD', 'unpayable'],
  ['ETH', 'live', '0xdead000000000000000042069420694206942069', 'unpayable'],
  ['ETH', 'live', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'unpayable'],
  ['BTC', 'live', '1111111111111111111114oLvT2', 'unpayable'],
  ['BTC', 'live', '1BitcoinEaterAddressDontSendf59kuE', 'unpayable'],
  ['USDTTRC20', 'live', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'unpayable'],
  ['XRP', 'live', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'unpayable'],
  ['XRP', 'live', 'rrrrrrrrrrrrrrrrrrrrBZbvji', 'unpayable'],
  ['XRP', 'live', 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ', 'unpayable'],
  ['XLM', 'live', 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF', 'unpayable'],
  ['EOS', 'live', 'eosio.null', 'unpayable'],
]

describe('the fault of an address', () => {
  test.for(faults)('the fault of an address for %s in %s at %s is %s', ([code, mode, address, fault]) => {
    expect(check(code, address, mode)).toMatchObject({ ok: false, pointer: '/dst_address', fault })
  })
})

describe('the memo of an address', () => {
  const xrp = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
  const eos = 'eosio.token'
  const xlm = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'

  test.for([
    ['XRP', xrp, '0'],
    ['XRP', xrp, '4294967295'],
    ['EOS', eos, 'order 7, thank you'],
    ['EOS', eos, 'x'.repeat(256)],
    ['XLM', xlm, '18446744073709551615'],
    ['XLM', xlm, 'ü'.repeat(14)],
  ] as const)('the check for %s at %s accepts the memo "%s"', ([code, address, memo]) => {
    expect(check(code, address, 'live', memo)).toEqual({ ok: true })
  })

  test.for([
    ['XRP', xrp, '4294967296', /destination tag/],
    ['XRP', xrp, '-1', /destination tag/],
    ['XRP', xrp, '007', /destination tag/],
    ['XRP', xrp, '1e3', /destination tag/],
    ['XRP', xrp, '', /destination tag/],
    ['EOS', eos, 'x'.repeat(257), /256 bytes/],
    ['XLM', xlm, 'ü'.repeat(15), /28 bytes/],
    ['XLM', xlm, 'two\nlines', /one line/],
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '7', /no memo/],
    ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '7', /no memo/],
  ] as const)('the check for %s at %s refuses the memo "%s": %s', ([code, address, memo, why]) => {
    expect(check(code, address, 'live', memo)).toEqual({
      ok: false,
      pointer: '/memo',
      fault: null,
      detail: expect.stringMatching(why),
    })
  })
})
