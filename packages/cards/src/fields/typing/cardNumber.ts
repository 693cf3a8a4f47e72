import { luhn } from '@cambio/wire/cardNumber.ts'
import { brandOf } from '../../means/brand.ts'
import { digitsOf, type Rules } from './Rules.ts'

/** Digits in the groups that are printed on cards: fours, or 4-6-5 where the number starts with 34 or 37. */
export const cardNumber: Rules = {
  tidy(text) {
    const digits = digitsOf(text).slice(0, 19)
    const groups = /^3[47]/.test(digits) ? [4, 6, 5, 4] : [4, 4, 4, 4, 3]
    let at = 0
    return groups
      .map((size) => digits.slice(at, (at += size)))
      .filter((group) => group !== '')
      .join(' ')
  },
  problem(text) {
    const digits = digitsOf(text)
    if (digits === '') return 'empty'
    if (!hasLength(digits)) return 'short'
    return luhn(digits) ? null : 'wrong'
  },
  full(text) {
    const digits = digitsOf(text)
    return brandOf(digits) !== null && digits.length === 16 && luhn(digits)
  },
}

/** A brand that we know has its own lengths; any other has those that ISO/IEC 7812 allows. */
function hasLength(digits: string): boolean {
  const brand = brandOf(digits)
  if (brand === 'MasterCard') return digits.length === 16
  if (brand === 'Visa') return digits.length === 16 || digits.length === 19
  return digits.length >= 12
}
