const DAY_MS = 24 * 60 * 60 * 1_000

/** The time that lies this many bank days before now. Weekends and TARGET holidays do not count. */
export function bankDaysBefore(now: Date, days: number): Date {
  let at = now
  let passed = 0
  while (passed < days || !isBankDay(at)) {
    if (passed < days && isBankDay(at)) passed += 1
    at = new Date(at.getTime() - DAY_MS)
  }
  return at
}

/** Whether TARGET settles payments on a day, by its date in UTC. */
function isBankDay(at: Date): boolean {
  const weekday = at.getUTCDay()
  if (weekday === 0 || weekday === 6 || fixedHolidays.has(at.toISOString().slice(5, 10))) return false
  const day = Math.floor(at.getTime() / DAY_MS)
  const easter = easterSunday(at.getUTCFullYear())
  return day !== easter - 2 && day !== easter + 1
}

/** New Year's Day, Labour Day and Christmas. Good Friday and Easter Monday move. */
const fixedHolidays: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26'])

/** Easter Sunday of a year of the Gregorian calendar, in days since 1970 (the algorithm of Meeus, Jones and Butcher). */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100)
  const leap =
    century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * (year % 19) + leap + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)) % 7
  const late = Math.floor(((year % 19) + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1) / DAY_MS
}
