import { Init, marker, ToFrame } from '@cambio/wire/widget/CardFrame.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { channel, readInit, readToFrame } from '../../frame/messageGuard.ts'

const word = fc.constantFrom('submit', 'theme', 'locale', 'focus', 'init', marker, 'number', 'code', 'de', '')
const tokens = fc.dictionary(
  fc.constantFrom('accent', 'font_size', 'colour', 'toString'),
  fc.oneof(fc.constantFrom('#ff0000', 'url(x:)', 'red', ''), fc.string({ maxLength: 70 }), fc.integer()),
  { maxKeys: 2 },
)
const value = fc.oneof(word, tokens, fc.string({ maxLength: 40 }), fc.constantFrom(null, 7, true, undefined))
const message = fc.oneof(
  fc.record(
    { channel: fc.constant(marker), kind: word, locale: value, theme: value, field: value },
    { requiredKeys: [] },
  ),
  fc.record({ channel: fc.constant(marker), kind: fc.constant('init'), locale: value, theme: tokens }),
  fc.record({ kind: fc.constant('theme'), theme: tokens }),
  value,
)

test('the guards by hand and the schemas of the wire agree on anything', () => {
  fc.assert(
    fc.property(message, (data) => {
      expect(readInit(data)).toEqual(Init.safeParse(data).data ?? null)
      expect(readToFrame(data)).toEqual(ToFrame.safeParse(data).data ?? null)
    }),
    { numRuns: 5_000 },
  )
  expect(channel).toBe(marker)
})

test.for([
  { kind: 'submit' },
  { kind: 'theme', theme: { accent: '#ff0000', font_size: '16px' } },
  { kind: 'locale', locale: 'pt-BR' },
  { kind: 'focus', field: 'expiry' },
])('the message %j of the page above is taken', (data) => {
  expect(readToFrame(data)).toEqual(data)
})
