import { expect, test } from 'vitest'
import { Failure } from './Failure.ts'
import { failureText } from './failureText.ts'
import { languageFor, sayIn } from './text.ts'

test.each([
  ['en', 'This order takes no payment any more, so none was made just now.'],
  ['de', 'Diese Bestellung nimmt keine Zahlung mehr an, es wurde also eben keine ausgeführt.'],
])('a payment refused because its order is over was not made, and %s says so', async (locale, sentence) => {
  const { key, money, told } = failureText(new Failure('order_state'))
  expect(sayIn(await languageFor(locale))(key)).toBe(sentence)
  expect([money, told]).toEqual(['no', null])
})
