import { declineReasons as referenceReasons } from '@cambio/bff/reference/declineReasons.ts'
import { declineCards } from '@cambio/bff/reference/testCards.ts'
import { declineReasonOf } from '@cambio/cards/sandbox/declineCards.ts'
import { declineReasons } from '@cambio/cards/transaction/DeclineReason.ts'
import { expect, test } from 'vitest'

test('the exchange’s reference lists the reasons that the card platform has', () => {
  expect(referenceReasons).toEqual([...declineReasons])
})

test('the sandbox’s bank declines each card for the reason that the reference says', () => {
  for (const { expiry, reason } of declineCards) {
    const [month = '', year = ''] = expiry.split('/')
    expect([expiry, declineReasonOf({ month, year })]).toEqual([expiry, reason])
  }
})
