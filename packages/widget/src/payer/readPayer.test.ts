import { Payer } from '@cambio/wire/widget/Widget.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payerFields, type TypedPayer } from './payerTexts.ts'
import { readPayer } from './readPayer.ts'

const line = fc.oneof(fc.constantFrom('', ' ', ' Jane ', 'x'.repeat(33), 'x'.repeat(41)), fc.string())
const typed: fc.Arbitrary<TypedPayer> = fc.record({
  first_name: line,
  last_name: line,
  birth_date: fc.oneof(
    fc.constantFrom('', '1990-02-28', '1990-02-29', '2000-02-29', '1990-13-01', '90-01-01', '1990-1-1'),
    fc
      .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-01-01') })
      .map((date) => date.toISOString().slice(0, 10)),
  ),
  country: fc.constantFrom('', 'DE', 'US', 'HK', 'AE', 'Germany', 'de'),
  state: line,
  city: line,
  address: fc.oneof(line, fc.constant('x'.repeat(256))),
  postal_code: fc.oneof(line, fc.constantFrom('10115', '12345678901')),
  phone: fc.constantFrom('', '+49 30 1234567', 'tel:030/1234567', '12', '+49 (0)30', 'call me', '٠٣٠١٢٣٤٥'),
})

test('details are taken and pointed at as the schema of the wire does it', () => {
  fc.assert(
    fc.property(typed, (details) => {
      const given = Object.fromEntries(Object.entries(details).filter(([, text]) => text.trim() !== ''))
      const { data, error } = Payer.safeParse(given)
      const wrong = new Set(error?.issues.map(({ path }) => path[0]))
      const read = readPayer(details)
      expect(payerFields.filter((name) => read.wrong.has(name))).toEqual(
        payerFields.filter((name) => wrong.has(name)),
      )
      if (data) expect(read.payer).toEqual(data)
    }),
    { numRuns: 5_000 },
  )
})
