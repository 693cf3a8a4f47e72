import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOfOtherChain, readAddress, readIban, readMemo, type Place } from './readAddress.ts'

const eth = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const btc = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const xrp = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
const xlm = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'

const on = (network: Place['network']): Place => ({ network, mode: 'live' })

describe('an address', () => {
  test.for([
    ['as it is', eth],
    ['with spaces around', `  ${eth}\n`],
    ['in groups of four', `0x ${eth.slice(2).replace(/.{4}/g, '$& ')}`],
    ['over two lines', `${eth.slice(0, 20)}\r\n  ${eth.slice(20)}`],
    ['with no-break spaces', `${eth.slice(0, 20)}\u00a0\u202f${eth.slice(20)}`],
    ['with characters that no one sees', `\u200b\u202a${eth.slice(0, 9)}\u200d${eth.slice(9)}\u202c\ufeff`],
    ['in quotes', `"${eth}"`],
    ['in typographic quotes', `„${eth}“`],
    ['in angle brackets', `<${eth}>`],
    ['with a comma behind', `${eth},`],
    ['with 0X', `0X${eth.slice(2)}`],
    ['as a URI', `ethereum:${eth}`],
    ['as a URI with an amount', `ethereum:${eth}?value=2.014e18&gas=10`],
    ['as a URI with the chain', `ethereum:${eth}@1`],
    ['as a URI that says pay', `ethereum:pay-${eth}@1?value=1`],
    ['as a URI in capitals', `ETHEREUM:${eth}`],
    ['as the transfer of a token', `ethereum:${token}@1/transfer?address=${eth}&uint256=1e6`],
  ] as const)('the address %s is understood', ([, typed]) => {
    expect(readAddress(typed, on('ethereum'))).toEqual({ address: eth })
  })

  test.for([
    ['bitcoin', `bitcoin:${btc}`, { address: btc }],
    ['bitcoin', `bitcoin:${btc}?amount=0.1&label=Luke%20Jr`, { address: btc }],
    ['bitcoin', `BITCOIN:${btc.toUpperCase()}?amount=1`, { address: btc.toUpperCase() }],
    [
      'litecoin',
      'litecoin:LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
      { address: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1' },
    ],
    ['tron', 'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    ['ripple', `xrpl:${xrp}?dt=77`, { address: xrp, memo: '77' }],
    ['ripple', `ripple:${xrp}?tag=0`, { address: xrp, memo: '0' }],
    ['stellar', `web+stellar:pay?destination=${xlm}&memo=order%207`, { address: xlm, memo: 'order 7' }],
  ] as const)('the address of %s is read from %s', ([network, typed, read]) => {
    expect(readAddress(typed, on(network))).toEqual(read)
  })

  test.for([
    ['of another chain', `ethereum:${eth}@137`],
    ['of a test chain where the coins are real', `ethereum:${eth}@11155111`],
    ['that calls something else than a transfer', `ethereum:${token}/approve?address=${eth}&uint256=1`],
    ['of a transfer to nobody', `ethereum:${token}/transfer?uint256=1`],
  ] as const)('the URI %s is left as it is', ([, typed]) => {
    expect(readAddress(typed, on('ethereum'))).toEqual({ address: typed })
  })

  test('an address of another chain is reported as such', () => {
    expect(isOfOtherChain(`ethereum:${eth}@137`)).toBe(true)
    expect(isOfOtherChain(eth)).toBe(false)
  })

  test('an address is unchanged when it is read once more, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('ethereum', 'bitcoin', 'ripple'),
        (text, network) => {
          const { address } = readAddress(text, on(network))
          expect(readAddress(address, on(network)).address).toBe(address)
        },
      ),
    )
  })
})

test('a destination tag is read in any digits, with spaces', () => {
  expect(readMemo(' 1 234\u00a0567\u200b', 'dst_tag')).toBe('1234567')
  expect(readMemo('١٢٣', 'dst_tag')).toBe('123')
  expect(readMemo(' order 7\u200b ', 'memo_value')).toBe('order 7')
})

test('an IBAN is read with its name and without what no one sees', () => {
  expect(readIban('\u202aIBAN: DE89 3704 0044 0532 0130 00')).toBe('DE89 3704 0044 0532 0130 00')
})
