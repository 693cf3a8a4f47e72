import { fieldRefusal } from '@cambio/wire/Problem.ts'

/** Nobody has lived longer by much. */
const OLDEST_YEARS = 130

/** Lets a day pass on which somebody alive may have been born. @throws Refusal validation_failed */
export function checkBirthDate(date: string, now: Date): void {
  const today = now.toISOString().slice(0, 10)
  const oldest = `${now.getUTCFullYear() - OLDEST_YEARS}${today.slice(4)}`
  if (date >= oldest && date < today) return
  throw fieldRefusal('validation_failed', ['birth_date'], `Send a day between ${oldest} and yesterday`)
}
