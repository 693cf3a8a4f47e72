import { declineReasons as referenceReasons } from '@cambio/bff/reference/declineReasons.ts'
import { declineCodes } from '@cambio/bff/reference/testCards.ts'
import { declineReasonOf } from '@cambio/cards/sandbox/declineCodes.ts'
import { declineReasons } from '@cambio/cards/transaction/DeclineReason.ts'
import { expect, test } from 'vitest'

test('the exchange’s reference lists the reasons that the card platform has', () => {
  expect(referenceReasons).toEqual([...declineReasons])
})

test('the sandbox’s bank declines by each security code for the reason that the reference says', () => {
  expect(declineCodes.map(({ code }) => ({ code, reason: declineReasonOf(code) }))).toEqual(declineCodes)
  expect(['123', '900', '913', null].map(declineReasonOf)).toEqual(Array(4).fill('Declined by processing'))
})
