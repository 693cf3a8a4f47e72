import { declineReasons as referenceReasons } from '@cambio/bff/reference/declineReasons.ts'
import { declineReasons } from '@cambio/cards/transaction/DeclineReason.ts'
import { expect, test } from 'vitest'

test('the exchange’s reference lists the reasons that the card platform has', () => {
  expect(referenceReasons).toEqual([...declineReasons])
})
