import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasRepeatedMember } from './hasRepeatedMember.ts'

test.each([
  ['{"a":1,"a":1}'],
  ['{"a":1,"b":2,"a":3}'],
  ['{"a":1,"\\u0061":2}'],
  ['{"a":{"b":1,"c":[{"d":1,"d":2}]}}'],
  ['[{"__proto__":1,"__proto__":2}]'],
  ['{"a\\"":1 , "a\\"" : 2}'],
  ['{"\\\\":1,"\\\\":2}'],
  ['{"a":{"a":1},"a":2}'],
  ['{"":1,"":2}'],
])('%s names a member twice', (text) => {
  JSON.parse(text)
  expect(hasRepeatedMember(text)).toBe(true)
})

test.each([
  ['{"a":"a","b":["a","a"],"c":{"a":1}}'],
  ['{"a":{"x":1},"b":{"x":1}}'],
  ['["a","a",{"a":"\\"a\\":1,\\"a\\""}]'],
  ['{"a":"{\\"b\\":1,\\"b\\":2}"}'],
  ['{"a":1,"A":2,"á":3}'],
  ['"a"'],
  ['1'],
  ['{}'],
])('%s names each member once', (text) => {
  JSON.parse(text)
  expect(hasRepeatedMember(text)).toBe(false)
})

test('no text that a serialiser writes names a member twice, and each does once a member is repeated', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      // `fc.json` serialises objects, whose members are unique.
      expect(hasRepeatedMember(text)).toBe(false)
      expect(hasRepeatedMember(`{"outer":${text},"outer":${text}}`)).toBe(true)
      expect(hasRepeatedMember(`[${text},{"a":${text},"b":0,"a":1}]`)).toBe(true)
    }),
  )
})
