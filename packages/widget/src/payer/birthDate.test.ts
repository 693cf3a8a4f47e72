import { expect, test } from 'vitest'
import { dateOrder, typedDate, wireDate } from './birthDate.ts'

test.each([
  [{ day: '28', month: '2', year: '1990' }, '1990-02-28'],
  [{ day: '1', month: '12', year: '1990' }, '1990-12-01'],
  [{ day: '٢٨', month: '٠٢', year: '١٩٩٠' }, '1990-02-28'],
  [{ day: '２８', month: '2', year: ' 1990 ' }, '1990-02-28'],
  [{ day: '28', month: '2', year: '90' }, ''],
  [{ day: '', month: '2', year: '1990' }, ''],
])('%j is %j on the wire', (typed, date) => {
  expect(wireDate(typed)).toBe(date)
})

test('a date of the wire is shown in its parts, and an invalid one in empty parts', () => {
  expect(typedDate('1990-02-28')).toEqual({ day: '28', month: '02', year: '1990' })
  expect(typedDate('')).toEqual({ day: '', month: '', year: '' })
})

test.each([
  ['de', ['day', 'month', 'year']],
  ['en-US', ['month', 'day', 'year']],
  ['en-GB', ['day', 'month', 'year']],
  ['ja', ['year', 'month', 'day']],
])('%s writes the parts of a date in its own order', (tag, order) => {
  expect(dateOrder(tag)).toEqual(order)
})
