import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import { balanceOf } from '@cambio/server/postgres/Ledger.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** An order whose first card was declined and whose second is paid with, with the platform's names for both. */
async function paidBySecondCard() {
  const order = await rig.placeOrder()
  await rig.charge(order, 'declined')
  await rig.charge(order, 'held')
  const attempts = await rig.attempts(order.orderId)
  const [first = '', second = ''] = attempts.map(({ platformOrderId }) => platformOrderId)
  rig.card.becomes(second, 'settled')
  return { ...order, first, second }
}

/** Has the platform hold the money of a card that it had declined. */
async function holdLate(platformOrderId: string, captureRefused: boolean, units = 5_000n): Promise<void> {
  const amount = { units, currency: 'EUR' }
  const transId = `trans-${platformOrderId}`
  rig.card.reports(platformOrderId, { is: 'held', transId, amount, captureRefused, returnRefused: false })
  await rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
}

/** Has the platform take that money and refuse to give it back. */
async function takeLate(platformOrderId: string, units: bigint): Promise<void> {
  const amount = { units, currency: 'EUR' }
  const transId = `trans-${platformOrderId}`
  rig.card.reports(platformOrderId, { is: 'settled', transId, amount, returnRefused: true })
  await rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
}

const owedCents = (orderId: string) => balanceOf(rig.query, `owed:${orderId}`, 'EUR', 'posted')

describe('a second hold behind a paid order', () => {
  for (const captureRefused of [false, true])
    test(`a second hold is released and the coins leave${captureRefused ? ', when its capture is refused' : ''}`, async () => {
      const { orderId, first } = await paidBySecondCard()
      await holdLate(first, captureRefused)
      await rig.settle()
      const order = await rig.stores.orders.find(orderId)
      expect(withAttentionReason(order)).toMatchObject({
        status: 'finished',
        attentionReason: null,
        payin: { attempts: [{ state: 'returned' }, { state: 'settled' }] },
      })
    })

  test('a second hold that the platform keeps is shown to the operator, and the coins leave', async () => {
    const { orderId, first, path, session } = await paidBySecondCard()
    rig.card.refusesReturn(first, true)
    await holdLate(first, false)
    await rig.settle()
    const order = await rig.stores.orders.find(orderId)
    expect(withAttentionReason(order)).toMatchObject({
      status: 'finished',
      attentionReason: 'owed',
      payin: { attempts: [{ state: 'owed' }, { state: 'settled' }] },
    })
    const view = await rig.widget('GET', path, undefined, session)
    expect(view.at('order.attempt.state')).toBe('authorised')
  })

  for (const when of ['going back', 'owed'] as const)
    test(`a second hold that is captured after all while it is ${when} is owed at the captured amount`, async () => {
      const { orderId, first } = await paidBySecondCard()
      rig.card.refusesReturn(first, true)
      await holdLate(first, false, 4_999n)
      if (when === 'owed') await rig.settle()
      else await rig.work.tick()
      await takeLate(first, 4_990n)
      await rig.settle()
      const order = await rig.stores.orders.find(orderId)
      const amount = { units: 4_990n, currency: 'EUR' }
      expect(withAttentionReason(order)).toMatchObject({
        status: 'finished',
        attentionReason: 'owed',
        payin: { attempts: [{ state: 'owed', settled: true, amount }, {}] },
      })
      expect(await owedCents(orderId)).toBe(-4_990n)
    })

  test('a second hold that the platform releases in the end is owed no more', async () => {
    const { orderId, first } = await paidBySecondCard()
    await holdLate(first, false)
    rig.card.refusesReturn(first, true)
    await takeLate(first, 5_000n)
    await rig.settle()
    expect(await owedCents(orderId)).toBe(-5_000n)
    rig.card.becomes(first, 'returned')
    await rig.stores.inbox.file({ source: 'card', reference: first })
    await rig.work.tick()
    const order = await rig.stores.orders.find(orderId)
    expect(withAttentionReason(order)).toMatchObject({ status: 'finished', attentionReason: null })
    expect(await owedCents(orderId)).toBe(0n)
  })
})
