import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRig, type Rig } from './rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** An order whose first card was declined and whose second is paid with, with the platform's names for both. */
async function paidBySecondCard() {
  const order = await rig.placed()
  await rig.charge(order, 'declined')
  await rig.charge(order, 'held')
  const known = await rig.stores.orders.find(order.orderId)
  const [first = '', second = ''] = known?.attempts.map(({ platformOrderId }) => platformOrderId) ?? []
  rig.card.becomes(second, 'settled')
  return { ...order, first, second }
}

/** The platform held the money of a card that it had declined. */
async function heldLate(platformOrderId: string, captureRefused: boolean): Promise<void> {
  const amount = { units: 5_000n, currency: 'EUR' }
  const transId = `trans-${platformOrderId}`
  rig.card.says(platformOrderId, { is: 'held', transId, amount, captureRefused, returnRefused: false })
  await rig.stores.hints.file(platformOrderId)
}

describe('a second hold behind a paid order', () => {
  for (const captureRefused of [false, true])
    test(`goes back, and the coins leave${captureRefused ? ', when its capture is refused' : ''}`, async () => {
      const { orderId, first } = await paidBySecondCard()
      await heldLate(first, captureRefused)
      await rig.settle()
      const order = await rig.stores.orders.find(orderId)
      expect(order).toMatchObject({
        status: 'finished',
        attention: null,
        attempts: [{ state: 'returned' }, { state: 'settled' }],
      })
    })

  test('that the platform keeps is shown to the operator, and the coins leave', async () => {
    const { orderId, first } = await paidBySecondCard()
    rig.card.refusesReturn(first, true)
    await heldLate(first, false)
    await rig.settle()
    const order = await rig.stores.orders.find(orderId)
    expect(order).toMatchObject({
      status: 'finished',
      attention: 'owed',
      attempts: [{ state: 'owed' }, { state: 'settled' }],
    })
  })
})
