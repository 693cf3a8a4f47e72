import { latinDigits } from '@cambio/wire/latinDigits.ts'

export const dateParts = ['day', 'month', 'year'] as const
export type DatePart = (typeof dateParts)[number]

/** A date as it is typed, part by part. */
export type TypedDate = Readonly<Record<DatePart, string>>

/** @param date in the wire's form, `1990-02-28`; any other text means no date yet */
export function typedDate(date: string): TypedDate {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return { year, month, day }
}

/** The date in the wire's form; empty until every part is there. The schema checks whether the day exists. */
export function wireDate(typed: TypedDate): string {
  const year = digitsOf(typed.year)
  const month = digitsOf(typed.month)
  const day = digitsOf(typed.day)
  if (year.length !== 4 || month === '' || day === '') return ''
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The order of a date's parts in a language. */
export function dateOrder(tag: string): readonly DatePart[] {
  const order = new Intl.DateTimeFormat(tag).formatToParts(0).map(({ type }) => type)
  return dateParts.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
}

function digitsOf(text: string): string {
  return latinDigits(text).replace(/\D/g, '')
}
