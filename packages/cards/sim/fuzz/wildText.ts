import * as fc from 'fast-check'

/*
 * Texts as no honest client writes them, in bytes, since many are no text at all.
 */

const utf8 = (text: string) => Buffer.from(text)

/** What means something to somebody: a reader of numbers or dates, a terminal, a font, a database, a browser. */
const odd = Object.values({
  blank: ['', ' ', '\t'],
  numbers: ['0', '-0', '00', '1e3', '1e309', 'NaN', 'Infinity', '0x10', '１２', '١٢٣', '1_000', '1,00', '+1'],
  dates: ['2024-02-30', '0000-00-00', '9999-12-31', '+002024-01-01'],
  nothings: ['null', 'undefined', 'true', '[object Object]'],
  controls: [
    '\0',
    'a\0b',
    '\r\nSet-Cookie: a=b',
    '\u001B[2J',
    '\u007F',
    '\u0085',
    '\u2028',
    '\uFEFFx',
    '\uFFFD',
    '\uFFFF',
  ],
  writing: [
    '\u202Eabc',
    '\u200B',
    '\u00AD',
    'e\u0301',
    'ﬃ',
    'ǆ',
    'ß',
    'İ',
    '👩‍👩‍👧‍👦',
    '𝟙𝟚𝟛',
    '\u{10FFFF}',
    'a\u0300'.repeat(40),
  ],
  code: ["' or 1=1 --", '"; drop table transaction; --', '\\', '\\x00', '$1', '%s%n', '{{7*7}}', '<script>'],
  names: ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '../../etc/passwd'],
  addresses: [
    'javascript:alert(1)',
    'https://',
    'http://[::1',
    'https://a@b:99999/',
    'https://a.example/\u0000',
    '//a.example',
    'file:///etc/passwd',
  ],
  hosts: ['::1', '::ffff:127.0.0.1', '256.1.1.1', '1.1.1.1/0', 'fe80::1%eth0'],
  mail: ['a@b', 'a@b@c', '@', '"a b"@c.d'],
  keys: nearlyKeys('11111111-1111-4111-8111-111111111111'),
  forms: ['{', '[]', '{"a":1}', '%', '%zz', '%00', '%C0%80', '%u0041', '+', '&', '=', ';', 'a=b&c=d'],
})
  .flat()
  .map(utf8)

/** What has something of a UUID; some databases take a part of these for one. */
export function nearlyKeys(key: string): readonly string[] {
  return [
    '-'.repeat(36),
    '0'.repeat(36),
    key.toUpperCase(),
    key.replaceAll('-', ''),
    `{${key}}`,
    `urn:uuid:${key}`,
    key.slice(0, -1),
    `${key.slice(0, -1)}g`,
  ]
}

const noText: readonly Buffer[] = [
  Buffer.from([0xff]), // in no UTF-8 ever
  Buffer.from([0xc0, 0xaf]), // a slash, too long
  Buffer.from([0xc0, 0x80]), // a NUL, too long
  Buffer.from([0xed, 0xa0, 0x80]), // a lone high surrogate
  Buffer.from([0xed, 0xb0, 0x80]), // a lone low surrogate
  Buffer.from([0xf4, 0x90, 0x80, 0x80]), // above the last code point
  Buffer.from([0xe2, 0x82]), // cut off
  Buffer.from([0xef, 0xbb, 0xbf, 0x53]), // after a byte order mark
  Buffer.from('Köln', 'latin1'),
  Buffer.from('Jane', 'utf16le'),
  Buffer.from([0xfe, 0xff, 0, 0x4a]), // UTF-16 with its mark
]

/** Long enough to be above a field's limit, mostly; the longest are above the body's. */
const long = fc
  .tuple(
    fc.constantFrom('a', 'é', '9', '👾', ' ', '\0', '%'),
    fc.constantFrom(10, 33, 256, 1025, 4_000, 40_000, 70_000),
  )
  .map(([text, times]) => utf8(text.repeat(times)))

/** Any value of a field. */
export const wildValue: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...odd) },
  { weight: 3, arbitrary: fc.constantFrom(...noText) },
  { weight: 2, arbitrary: long },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(utf8) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
)

/** Any name of a field, mostly one that a lax reader would take for `field`. */
export function wildName(field: string): fc.Arbitrary<Buffer> {
  const near = [
    field.toUpperCase(),
    `${field}[]`,
    `${field}[0]`,
    `${field}[a][b]`,
    `payer[${field.replace(/^payer_/, '')}]`,
    `${field}.a`,
    ` ${field}`,
    `${field} `,
    `${field}\0`,
    `${field}[`,
    `]${field}`,
    field.replaceAll('_', '.'),
    `\uFEFF${field}`,
  ].map(utf8)
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...near) }, { weight: 1, arbitrary: wildValue })
}
