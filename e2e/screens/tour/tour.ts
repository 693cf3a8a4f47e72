import { test } from '../../src/test.ts'
import { keepHandle } from '../dress.ts'
import type { Look } from './Look.ts'
import { lookAtOrders } from './orders.ts'
import { lookAtPayments } from './payments.ts'
import { lookAtQuestions } from './questions.ts'
import { lookAtSignIns } from './signIns.ts'
import { lookAtTroubles } from './troubles.ts'
import { lookAtWithdrawals } from './withdrawals.ts'

/** Tests that lead to every screen of the widget and have each looked at. */
export function tour(look: Look): void {
  test.use({ viewport: { width: 1_000, height: 900 } })

  test.beforeEach(async ({ page }) => keepHandle(page))

  lookAtQuestions(look)
  lookAtSignIns(look)
  lookAtPayments(look)
  lookAtOrders(look)
  lookAtWithdrawals(look)
  lookAtTroubles(look)
}
