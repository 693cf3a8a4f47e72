import { digitsOf, type Problem, type Rules } from './Rules.ts'

/** Month and year as printed, `MM / YY`. A year in full is accepted too, typed, pasted or filled in. */
export function expiry(now: () => Date): Rules {
  const problem = (text: string): Problem | null => {
    if (digitsOf(text) === '') return 'empty'
    const read = readExpiry(text)
    if (!read) return 'short'
    const month = Number(read.month)
    if (month < 1 || month > 12) return 'wrong'
    const today = now()
    const monthsLeft = (Number(read.year) - today.getFullYear()) * 12 + month - 1 - today.getMonth()
    if (monthsLeft < 0) return 'past'
    return monthsLeft > longestMonths ? 'wrong' : null
  }
  return { tidy, problem, full: (text) => problem(text) === null }
}

/** Month as two digits and year as four, or null while one of them is missing. */
export function readExpiry(text: string): { month: string; year: string } | null {
  const match = /^(\d\d) \/ (\d\d)$/.exec(tidy(text, false))
  return match?.[1] && match[2] ? { month: match[1], year: `20${match[2]}` } : null
}

/** No issuer prints a card with a longer validity than this, months. */
const longestMonths = 30 * 12

function tidy(text: string, deleting: boolean): string {
  const plain = text.normalize('NFKC')
  // A gap in the middle is about to be filled: moving the other digits into it would change their meaning.
  if (deleting) return plain.replace(/[^\d/ ]/g, '').replace(/[ /]+$/, '')
  const digits = monthFirst(plain)
  if (digits.length < 2) return digits
  return `${digits.slice(0, 2)} / ${shortYear(digits.slice(2))}`
}

/** The digits with a two-digit month first, whatever the order and separators were. */
function monthFirst(text: string): string {
  const yearFirst = /^\s*(20\d\d)\s*[-/.]\s*(\d{1,2})\s*$/.exec(text)
  if (yearFirst?.[1] && yearFirst[2]) return yearFirst[2].padStart(2, '0') + yearFirst[1]
  const digits = digitsOf(text)
  const single = /^\s*[1-9]\s*[-/.\s]/.test(text) || /^[2-9]/.test(digits) || /^1[3-9]/.test(digits)
  return single ? `0${digits}` : digits
}

/** The year in two digits. Three are left alone, since `203` is the beginning of 2038. */
function shortYear(year: string): string {
  if (year.length >= 4) return year.slice(2, 4)
  return year.startsWith('20') ? year : year.slice(0, 2)
}
