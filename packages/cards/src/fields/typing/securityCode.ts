import { digitsOf, type Rules } from './Rules.ts'

/** Three digits for the brands we know, three or four for others. */
export function securityCode(brand: () => string | null): Rules {
  const longest = () => (brand() === null ? 4 : 3)
  return {
    tidy: (text) => digitsOf(text).slice(0, longest()),
    problem(text) {
      if (text === '') return 'empty'
      return text.length < 3 ? 'short' : text.length > longest() ? 'wrong' : null
    },
    full: (text) => text.length === longest(),
  }
}
