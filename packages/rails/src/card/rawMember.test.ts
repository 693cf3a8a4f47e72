import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rawMember } from './rawMember.ts'

test.for([
  ['an object', '{"a":1,"p":{"x":"y"},"b":2}', '{"x":"y"}'],
  ['the empty array', '{"p":[]}', '[]'],
  ['spaces inside and around', '{ "p" : { "x" : [ 1 , 2 ] } \n, "b":2}', '{ "x" : [ 1 , 2 ] }'],
  [
    'escapes that could be written otherwise',
    String.raw`{"p":{"\u0050":"\/\u00e9é"}}`,
    String.raw`{"\u0050":"\/\u00e9é"}`,
  ],
  [
    'quotes and brackets inside strings',
    String.raw`{"p":{"x":"}]\"{\\"},"q":1}`,
    String.raw`{"x":"}]\"{\\"}`,
  ],
  [
    'numbers a double cannot keep',
    '{"p":{"n":1.000000000000000000001e2}}',
    '{"n":1.000000000000000000001e2}',
  ],
  ['members twice, in their order', '{"p":{"b":1,"a":2,"b":3}}', '{"b":1,"a":2,"b":3}'],
  ['a scalar', '{"p":null}', 'null'],
  ['the last one of two', '{"p":{"x":1},"p":{"x":2}}', '{"x":2}'],
  ['the member, not one inside another', '{"o":{"p":1},"p":2}', '2'],
  ['a name that is written with escapes', String.raw`{"\u0070":7}`, '7'],
] as const)('a raw member keeps %s as it was written', ([, text, raw]) => {
  JSON.parse(text)
  expect(rawMember(text, 'p')).toBe(raw)
})

test.for(['{}', ' { } ', '{"a":{"p":1}}', '{"a":"p"}', '{"pp":1,"P":2}'])(
  'a raw member is not found in %s',
  (text) => {
    JSON.parse(text)
    expect(rawMember(text, 'p')).toBeNull()
  },
)

test('a raw member is exactly the text that was put in, whatever surrounds it', () => {
  const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 })
  const value = fc.oneof(
    fc.json(),
    fc.json().map((text) => JSON.stringify(JSON.parse(text), null, 2)),
  )
  const member = fc.tuple(space, fc.string(), space, space, value, space)
  const written = ([a, name, b, c, raw, d]: [string, string, string, string, string, string]) =>
    `${a}${JSON.stringify(name)}${b}:${c}${raw}${d}`
  fc.assert(
    fc.property(fc.array(member), member, fc.array(member), (before, [a, , b, c, raw, d], after) => {
      const others = (members: typeof before) => members.filter(([, name]) => name !== 'redirect_params')
      const all = [...others(before), [a, 'redirect_params', b, c, raw, d] as const, ...others(after)]
      const text = `{${all.map((one) => written([...one])).join(',')}}`
      expect(rawMember(text, 'redirect_params')).toBe(raw)
    }),
    { numRuns: 2_000 },
  )
})
