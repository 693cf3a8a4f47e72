import { fieldRefusal } from '@cambio/wire/http/Problem.ts'

/** Longer than any recorded life. */
const OLDEST_YEARS = 130
/** Coins are sold to adults only. */
const YOUNGEST_YEARS = 18

/** Checks that a date can be the birth date of a living adult. @throws Refusal validation_failed */
export function checkBirthDate(date: string, now: Date): void {
  const oldest = yearsBefore(now, OLDEST_YEARS)
  const youngest = yearsBefore(now, YOUNGEST_YEARS)
  if (date >= oldest && date <= youngest) return
  throw fieldRefusal(
    'validation_failed',
    ['birth_date'],
    `Send a day between ${oldest} and ${youngest}: buyers are ${YOUNGEST_YEARS} or older`,
  )
}

/** The day this many years before a date, as `YYYY-MM-DD`. */
function yearsBefore(now: Date, years: number): string {
  return `${now.getUTCFullYear() - years}${now.toISOString().slice(4, 10)}`
}
