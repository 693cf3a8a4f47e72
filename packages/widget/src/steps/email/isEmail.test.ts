import { Email } from '@cambio/wire/http/field.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail } from './isEmail.ts'

test('an e-mail address is what the schema of the wire takes for one', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '.', '-', '_', "'", '+', '@', ' ', 'é') })
  const nearly = fc.tuple(part, part, part).map(([name, host, end]) => `${name}@${host}.${end}`)
  const long = fc.integer({ min: 250, max: 258 }).map((length) => `${'a'.repeat(length - 6)}@b.com`)
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), nearly, long, fc.string()), (text) => {
      expect(isEmail(text)).toBe(Email.safeParse(text).success)
    }),
    { numRuns: 5_000 },
  )
})
