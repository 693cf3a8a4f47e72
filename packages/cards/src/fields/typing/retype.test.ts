import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardNumber } from './cardNumber.ts'
import { expiry } from './expiry.ts'
import { retype, type Typed } from './retype.ts'
import { digitsOf, type Rules } from './Rules.ts'

const date = expiry(() => new Date(2026, 10, 20))

type Key = { key: 'digit'; digit: string } | { key: 'backspace' | 'delete' } | { key: 'move'; to: number }

/** What a browser hands over after a key: its own plain edit, which knows nothing of groups. */
function press(rules: Rules, { text, caret }: Typed, key: Exclude<Key, { key: 'move' }>): Typed {
  const left = text.slice(0, caret)
  const right = text.slice(caret)
  if (key.key === 'digit') {
    return retype(rules, text, { text: left + key.digit + right, caret: caret + 1 }, 'insertText')
  }
  if (key.key === 'backspace') {
    const shorter = left.slice(0, -1)
    return retype(rules, text, { text: shorter + right, caret: shorter.length }, 'deleteContentBackward')
  }
  return retype(rules, text, { text: left + right.slice(1), caret }, 'deleteContentForward')
}

function type(rules: Rules, keys: string, start: Typed = { text: '', caret: 0 }): Typed {
  const pressed = Array.from(keys, (key) =>
    key === '<' ? ({ key: 'backspace' } as const) : ({ key: 'digit', digit: key } as const),
  )
  return pressed.reduce((typed, key) => press(rules, typed, key), start)
}

const anyDigit = fc.nat(9).map(String)
const anyKey: fc.Arbitrary<Key> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ key: fc.constant('digit'), digit: anyDigit }) },
  fc.record({ key: fc.constantFrom('backspace', 'delete') }),
  fc.record({ key: fc.constant('move'), to: fc.nat(24) }),
)

test('every key in a card number does to its digits and its caret what it would do without the groups', () => {
  fc.assert(
    fc.property(fc.array(anyKey, { maxLength: 60 }), (keys) => {
      let shown: Typed = { text: '', caret: 0 }
      let plain: Typed = { text: '', caret: 0 }
      for (const key of keys) {
        if (key.key === 'move') {
          const caret = Math.min(key.to, shown.text.length)
          shown = { text: shown.text, caret }
          plain = { text: plain.text, caret: digitsOf(shown.text.slice(0, caret)).length }
        } else if (key.key !== 'digit' || plain.text.length < 19) {
          shown = press(cardNumber, shown, key)
          plain = press({ tidy: (text) => text, problem: () => null, full: () => false }, plain, key)
        }
        expect(digitsOf(shown.text)).toBe(plain.text)
        expect(digitsOf(shown.text.slice(0, shown.caret)).length).toBe(plain.caret)
        expect(cardNumber.tidy(shown.text, false)).toBe(shown.text)
      }
    }),
    { numRuns: 500 },
  )
})

test('a digit put into the middle leaves the caret behind it, across a group', () => {
  const typed = retype(cardNumber, '4111 1111', { text: '4111 91111', caret: 6 }, 'insertText')
  expect(typed).toEqual({ text: '4111 9111 1', caret: 6 })
})

test('a digit that gets a nought in front of it keeps the caret behind it', () => {
  const holed = press(date, { text: '08 / ', caret: 0 }, { key: 'delete' })
  expect(press(date, holed, { key: 'digit', digit: '3' })).toEqual({ text: '03 / 8', caret: 2 })
})

test('backspace at a group takes the digit before the space', () => {
  expect(press(cardNumber, { text: '4111 2', caret: 5 }, { key: 'backspace' })).toEqual({
    text: '4112',
    caret: 3,
  })
})

test('a pasted number with dashes and words around it is read and the caret goes to its end', () => {
  const pasted = { text: ' Card: 4242-4242-4242-4242 ', caret: 27 }
  expect(retype(cardNumber, '', pasted, 'insertFromPaste')).toEqual({
    text: '4242 4242 4242 4242',
    caret: 19,
  })
})

test.each([
  ['1', '1'],
  ['12', '12 / '],
  ['123', '12 / 3'],
  ['1238', '12 / 38'],
  ['3', '03 / '],
  ['338', '03 / 38'],
  ['138', '01 / 38'],
  ['1/38', '01 / 38'],
  ['12/38', '12 / 38'],
  ['12/2038', '12 / 38'],
  ['122038', '12 / 38'],
  ['12203', '12 / 203'],
  ['12389', '12 / 38'],
  ['12<', '1'],
  ['1238<', '12 / 3'],
  ['1238<<', '12'],
  ['1238<<<', '1'],
  ['1238<<<<', ''],
])('an expiry typed as %s stands as "%s" with the caret at its end', (keys, text) => {
  expect(type(date, keys)).toEqual({ text, caret: text.length })
})

test('a month mended in the middle keeps the year', () => {
  const holed = press(date, { text: '12 / 38', caret: 2 }, { key: 'backspace' })
  expect(press(date, holed, { key: 'digit', digit: '1' })).toEqual({ text: '11 / 38', caret: 2 })
})

test('whatever is typed and deleted, an expiry can be emptied by backspace alone', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyDigit, fc.constantFrom('/', '<', ' ')), { maxLength: 12 }), (keys) => {
      const { text } = type(date, keys.join(''))
      expect(type(date, '<'.repeat(text.length), { text, caret: text.length })).toEqual({
        text: '',
        caret: 0,
      })
    }),
  )
})
