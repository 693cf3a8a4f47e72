import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardNumber } from './cardNumber.ts'
import { expiry, readExpiry } from './expiry.ts'
import { securityCode } from './securityCode.ts'

test.each([
  ['', 'empty'],
  ['4111', 'short'],
  ['4111 1111 1111 111', 'short'],
  ['4111 1111 1111 1111', null],
  ['4111 1111 1111 1112', 'wrong'],
  ['5555 5555 5555 4444', null],
  ['2223 0031 2200 3222', null],
  ['3782 822463 10005', null],
  ['6759 6498 2643 8453', null],
])('the number "%s" has the problem %s', (text, problem) => {
  expect(cardNumber.problem(text)).toBe(problem)
})

test('a number of a brand without our grouping is shown as it is printed', () => {
  expect(cardNumber.tidy('378282246310005', false)).toBe('3782 822463 10005')
  expect(cardNumber.tidy('4111111111111111110', false)).toBe('4111 1111 1111 1111 110')
})

test('full-width digits are digits', () => {
  expect(cardNumber.tidy('４１１１ １１１１', false)).toBe('4111 1111')
})

test('one changed digit of a good number is always found', () => {
  fc.assert(
    fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, by) => {
      const digits = Array.from('4111111111111111', Number)
      digits[place] = ((digits[place] ?? 0) + by) % 10
      expect(cardNumber.problem(digits.join(''))).not.toBeNull()
    }),
  )
})

const inNovember2026 = expiry(() => new Date(2026, 10, 30, 23, 59))

test.each([
  ['', 'empty'],
  ['11', 'short'],
  ['12 / 203', 'short'],
  ['00 / 38', 'wrong'],
  ['10 / 26', 'past'],
  ['11 / 26', null],
  ['11 / 56', null],
  ['12 / 56', 'wrong'],
])('the expiry "%s" has the problem %s in November 2026', (text, problem) => {
  expect(inNovember2026.problem(text)).toBe(problem)
})

test('a date is the same however a browser or a person writes it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 2000, max: 2099 }),
      (month, yearNumber) => {
        const year = String(yearNumber)
        const mm = String(month).padStart(2, '0')
        const ways = [
          `${mm}/${year}`,
          `${mm}/${year.slice(2)}`,
          `${month}/${year.slice(2)}`,
          `${month}-${year}`,
          `${mm}${year}`,
          `${mm}${year.slice(2)}`,
          `${mm} ${year.slice(2)}`,
          ` ${mm} / ${year} `,
          `${year}-${mm}`,
        ]
        for (const way of ways) expect(readExpiry(way), way).toEqual({ month: mm, year })
      },
    ),
  )
})

test('a code has three digits for the brands we know, and three or four for others', () => {
  const visaCode = securityCode(() => 'Visa')
  const other = securityCode(() => null)
  expect(visaCode.tidy('12 34', false)).toBe('123')
  expect(other.tidy('12345', false)).toBe('1234')
  expect([visaCode.problem(''), visaCode.problem('12'), visaCode.problem('123')]).toEqual([
    'empty',
    'short',
    null,
  ])
  expect([other.problem('123'), other.problem('1234')]).toEqual([null, null])
  // The number was changed to a known brand after the code was typed.
  expect(visaCode.problem('1234')).toBe('wrong')
})
