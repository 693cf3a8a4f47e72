import { fieldRefusal } from '@cambio/wire/http/Problem.ts'

/** Nobody has lived longer by much. */
const OLDEST_YEARS = 130
/** Coins are sold to adults alone. */
const YOUNGEST_YEARS = 18

/** Lets a day pass on which an adult who is alive may have been born. @throws Refusal validation_failed */
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

/** The day so many years before a date, as `YYYY-MM-DD`. */
function yearsBefore(now: Date, years: number): string {
  return `${now.getUTCFullYear() - years}${now.toISOString().slice(4, 10)}`
}
