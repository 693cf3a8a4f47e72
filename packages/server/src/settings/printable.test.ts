import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable, printableJson, printableLine } from './printable.ts'

test.each([
  ['\u001b[31mred', '\\x1b[31mred'],
  ['\u009b2J', '\\x9b2J'],
  ['\u0007\u0000\u007f', '\\x07\\x00\\x7f'],
  ['Eve\u202egpj.exe', 'Eve\\u202egpj.exe'],
  ['a\u2028b\u2069', 'a\\u2028b\\u2069'],
  ['a\nb\r\nc', 'a\\nb\\r\\nc'],
  ['Zoë 松本, tab\there', 'Zoë 松本, tab\there'],
])('%j becomes one line that does nothing', (text, shown) => {
  expect(printableLine(text)).toBe(shown)
})

test('a text keeps its lines, and inserted text stays within its line', () => {
  const name = 'Eve\nAda  100.00 EUR  owed'
  const text = `${name}  1.00 EUR\r\nBob\u001b[2J  2.00 EUR\nover\rwritten`
  expect(printable(text, { money: [{ sender: name }, { sender: 'Bob' }] })).toBe(
    'Eve\\nAda  100.00 EUR  owed  1.00 EUR\r\nBob\\x1b[2J  2.00 EUR\nover\\rwritten',
  )
})

test('a single line break from outside does not remove the lines', () => {
  expect(printable('one\ntwo', ['\n', ' \n'])).toBe('one\ntwo')
})

test('JSON stays the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('\u009b', '\u202e', '\u2028', '\u001b'), (value, control) => {
      const json = printableJson(JSON.stringify([value, control]))
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify([value, control])))
      expect(json).not.toContain(control)
    }),
  )
})
