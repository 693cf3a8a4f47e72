import { describe, expect, test } from 'vitest'
import { readWalletList } from './readWalletList.ts'

const one = '0x8589427373d6d84e98730d7795d8f6f8731fda16'
const other = '0x722122df12d4e14e13ac3b6895a86e84145b6967'
const bitcoin = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h'
const wallets = [
  { coin: 'ETH', address: one },
  { coin: 'XBT', address: bitcoin },
]

const entryOf = (coin: string, address: string) => `
  <sdnEntry>
    <uid>1</uid>
    <idList>
      <id>
        <uid>2</uid>
        <idType>Digital Currency Address - ${coin}</idType>
        <idNumber>${address}</idNumber>
      </id>
    </idList>
  </sdnEntry>`
const xmlOf = (count: number, ...entries: string[]) => `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation>
    <Publish_Date>11/25/2026</Publish_Date>
    <Record_Count>${count}</Record_Count>
  </publshInformation>${entries.join('')}
</sdnList>
`
const whole = xmlOf(2, entryOf('ETH', one.toUpperCase().replace('0X', '0x')), entryOf('XBT', bitcoin))
const text = `LAZARUS GROUP (a.k.a. "X"), Korea, North; Digital Currency Address - ETH ${one}; alt.
Digital Currency
Address - XBT ${bitcoin}; Secondary sanctions risk [DPRK3].
`

describe('the list of OFAC', () => {
  test('the list of OFAC is read as XML and as text', () => {
    expect(readWalletList(whole)).toEqual({ is: 'read', wallets })
    expect(readWalletList(`\uFEFF${whole}`)).toEqual({ is: 'read', wallets })
    expect(readWalletList(text)).toEqual({ is: 'read', wallets })
  })

  test('the list of OFAC is never read when it ends anywhere before its end', () => {
    for (const list of [whole, text])
      for (let length = 1; length < list.trimEnd().length; length++) {
        const cut = readWalletList(list.slice(0, length))
        // A text without a count that is cut off at the end of an entry cannot be distinguished from a whole one.
        const isEntryEnd = list === text && /[.;)\]]\s*$/.test(list.slice(0, length))
        if (cut.is === 'read' && cut.wallets.length > 0) expect([length, isEntryEnd]).toEqual([length, true])
      }
  })

  test.for([
    [
      'entries that are not there',
      xmlOf(3, entryOf('ETH', one), entryOf('XBT', bitcoin)),
      /declares 3 entries and has 2/,
    ],
    ['no count', whole.replace(/<Record_Count>.*\n/, ''), /does not declare/],
    [
      'half an address',
      whole.replace(bitcoin, '12QtD5'),
      /^line 22 names a wallet in a way that cannot be read/,
    ],
    ['an address that is one letter short', whole.replace(/da16/i, 'da1'), /^line 12 .* no whole address/],
    [
      'a wallet in another form',
      xmlOf(1, '<sdnEntry>Digital Currency Address - ETH</sdnEntry>'),
      /line 6 .* cannot be read/,
    ],
    ['text with an invalid wallet', text.replace(one, 'unknown'), /line 1 .* cannot be read/],
  ] as const)('the list of OFAC with %s is refused with the place of the fault', ([, list, why]) => {
    expect(readWalletList(list)).toEqual({ is: 'unreadable', why: expect.stringMatching(why) })
  })

  test('the list of OFAC ignores wallets that are only in comments', () => {
    const commented = whole.replace(
      '</publshInformation>',
      `</publshInformation><!-- was: ${entryOf('ETH', other)} -->`,
    )
    expect(readWalletList(commented)).toEqual({ is: 'read', wallets })
  })
})

describe('the list of one address a line', () => {
  const both = [one, other].map((address) => ({ coin: 'any', address }))

  test.for([
    `${one}\n${other}\n`,
    `${one}\r\n${other}`,
    `# ours\n\n${one} # Lazarus\n  // more\n${other}\t// Tornado; see above\n; end\n`,
    `# count: 2\n${one}\n${other}\n`,
  ])('a list of one address a line is read with its comments: %j', (list) => {
    expect(readWalletList(list)).toEqual({ is: 'read', wallets: both })
  })

  test.for([
    [`${one}\n${other.slice(0, 30)}`, /^line 2 is neither/],
    [`${one}\nTornado Cash\n${other}\n`, /^line 2 is neither/],
    [`${one},${other}\n`, /^line 1 is neither/],
    [`# count: 3\n${one}\n${other}\n`, /declares 3 wallets and has 2/],
    ['Not found', /^line 1 is neither/],
  ] as const)(
    'a list of one address a line is refused whole when one line cannot be read: %j',
    ([list, why]) => {
      expect(readWalletList(list)).toEqual({ is: 'unreadable', why: expect.stringMatching(why) })
    },
  )
})
