import { expect, test } from 'vitest'
import { Phone } from './http/field.ts'
import { SendMessage } from './partner/Message.ts'

test.for([
  ['030/1234567', '030 1234567'],
  ['030.123.45.67', '030 123 45 67'],
  ['+49\u00a030\u202f1234567', '+49 30 1234567'],
  ['\u202a+49 30 1234567\u202c', '+49 30 1234567'],
  ['\u0660\u0663\u0660\u0661\u0662\u0663\u0664', '0301234'],
  ['\uff0b\uff14\uff19\uff13\uff10\uff11\uff12\uff13', '+4930123'],
  ['+49 (0)30 \u2013 123456', '+49 (0)30 - 123456'],
  ['tel:+49-30-1234567', '+49-30-1234567'],
] as const)('a phone number is accepted as people write it: %s', ([typed, kept]) => {
  expect(Phone.parse(typed)).toBe(kept)
})

test.for(['', 'none', '12', '+49 30 1234 ext 5', '030\\1234567', '1'.repeat(40)])(
  '%j is not a phone number',
  (typed) => {
    expect(Phone.safeParse(typed).success).toBe(false)
  },
)

test('a message goes to a number as people write it', () => {
  const message = { phone: '\u202a+49 30/123456', channel: 'sms', sms_text: 'Hello' }
  expect(SendMessage.parse(message).phone).toBe('+49 30 123456')
})
