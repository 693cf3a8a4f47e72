import { followCardNotice } from '@cambio/exchange/payin/card/followCardNotice.ts'
import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import { balanceOf } from '@cambio/server/postgres/Ledger.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderDeps } from '../../src/program/orderDeps.ts'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** Places an order and has it paid out; answers with it and the platform's id of its charge. */
async function finishOrder() {
  const order = await rig.placeOrder()
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  const platformOrderId = attempt?.platformOrderId ?? ''
  rig.card.becomes(platformOrderId, 'settled')
  for (let minutes = 0; minutes < 3; minutes++) {
    rig.pass(60_000)
    await rig.work.tick()
  }
  return { ...order, platformOrderId }
}

/** The bank has taken this much back in all, EUR cents; the platform's notice comes. */
async function chargedBack(platformOrderId: string, units: bigint): Promise<void> {
  const amount = { units, currency: 'EUR' }
  rig.card.reports(platformOrderId, { is: 'charged_back', transId: `trans-${platformOrderId}`, amount })
  await rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
  await rig.work.tick()
}

const lostCents = () => balanceOf(rig.query, 'chargeback', 'EUR', 'posted')

describe('a charge-back', () => {
  test('a charge-back of a part is booked as that part, and each later one as what it adds', async () => {
    const { entry, orderId, platformOrderId } = await finishOrder()
    await chargedBack(platformOrderId, 1_000n)
    expect(await lostCents()).toBe(1_000n)
    const sent = await rig.partner('GET', `/api/v2/partner/order/${entry}`)
    const attempts = [{ result: 'undone' }]
    expect(sent.body).toMatchObject({ status: 'finished', refund_reason: 'bank_took_back', attempts })
    await chargedBack(platformOrderId, 1_000n)
    expect(await lostCents()).toBe(1_000n)
    await chargedBack(platformOrderId, 5_000n)
    expect(await lostCents()).toBe(5_000n)
    const order = await rig.stores.orders.find(orderId)
    expect(withAttentionReason(order)).toMatchObject({ status: 'finished', attentionReason: 'charged_back' })
    expect(await balanceOf(rig.query, 'card:receivable', 'EUR', 'posted')).toBe(0n)
  })

  test('a charge-back whose notice comes while the platform is away is asked about until the platform answers', async () => {
    const { orderId, platformOrderId } = await finishOrder()
    rig.card.isAway(true)
    await chargedBack(platformOrderId, 5_000n)
    for (let hours = 0; hours < 5; hours++) {
      rig.pass(60 * 60_000)
      await rig.work.tick()
    }
    rig.card.isAway(false)
    rig.pass(60 * 60_000)
    await rig.work.tick()
    expect(withAttentionReason(await rig.stores.orders.find(orderId))?.attentionReason).toBe('charged_back')
  })

  test('a charge-back that is found at the refund, before its notice, leaves nothing owed', async () => {
    const order = await rig.placeOrder()
    await rig.charge(order, 'held')
    const [attempt] = await rig.attempts(order.orderId)
    const platformOrderId = attempt?.platformOrderId ?? ''
    rig.card.becomes(platformOrderId, 'settled')
    rig.payoutsMeet('refused')
    rig.whileSending(async () => {
      const transId = `trans-${platformOrderId}`
      const amount = { units: 5_000n, currency: 'EUR' }
      rig.card.reports(platformOrderId, { is: 'charged_back', transId, amount })
      rig.card.refusesReturn(platformOrderId, true)
    })
    for (let hours = 0; hours < 3; hours++) {
      rig.pass(60 * 60_000)
      await rig.settle()
    }
    expect(await rig.attempts(order.orderId)).toMatchObject([{ state: 'charged_back' }])
    expect(await lostCents()).toBe(5_000n)
    expect(withAttentionReason(await rig.stores.orders.find(order.orderId))?.attentionReason).toBe(
      'charged_back',
    )
    expect(await balanceOf(rig.query, 'card:receivable', 'EUR', 'posted')).toBe(0n)
  })

  describe('a charge-back that is won', () => {
    /** Has the platform report how many EUR cents were taken back and how many of them were won, and sends its notice. */
    async function report(platformOrderId: string, units: bigint, won: bigint): Promise<void> {
      const transId = `trans-${platformOrderId}`
      const eur = (amount: bigint) => ({ units: amount, currency: 'EUR' })
      rig.card.reports(
        platformOrderId,
        units === won
          ? { is: 'settled', transId, amount: eur(5_000n), returnRefused: false, disputed: eur(units) }
          : { is: 'charged_back', transId, amount: eur(units), won: eur(won) },
      )
      await rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
      await rig.work.tick()
    }

    const receivable = () => balanceOf(rig.query, 'card:receivable', 'EUR', 'posted')
    const coins = () => balanceOf(rig.query, 'wallet', 'ETH', 'posted')

    test('a charge-back that is won is booked back, and nothing is paid out again', async () => {
      const { orderId, platformOrderId } = await finishOrder()
      const paidOut = await coins()
      await chargedBack(platformOrderId, 5_000n)
      await report(platformOrderId, 5_000n, 2_000n)
      expect(await lostCents()).toBe(3_000n)
      expect(withAttentionReason(await rig.stores.orders.find(orderId))?.attentionReason).toBe('charged_back')
      for (let again = 0; again < 2; again++) {
        await report(platformOrderId, 5_000n, 5_000n)
        expect([await lostCents(), await receivable()]).toEqual([0n, 5_000n])
        const order = await rig.stores.orders.find(orderId)
        expect(withAttentionReason(order)).toMatchObject({ status: 'finished', attentionReason: null })
      }
      await rig.settle()
      expect(await coins()).toBe(paidOut)
      expect(await rig.attempts(orderId)).toMatchObject([{ state: 'settled' }])
    })

    test('a charge-back that is won may be followed by another, which is lost', async () => {
      const { orderId, platformOrderId } = await finishOrder()
      await chargedBack(platformOrderId, 5_000n)
      await report(platformOrderId, 5_000n, 5_000n)
      await report(platformOrderId, 7_000n, 5_000n)
      expect(await lostCents()).toBe(2_000n)
      expect(withAttentionReason(await rig.stores.orders.find(orderId))?.attentionReason).toBe('charged_back')
    })

    test('a charge-back that is won, of an order whose pay-out was refused meanwhile, goes back to the buyer', async () => {
      const order = await rig.placeOrder()
      await rig.charge(order, 'held')
      const [attempt] = await rig.attempts(order.orderId)
      const platformOrderId = attempt?.platformOrderId ?? ''
      rig.card.becomes(platformOrderId, 'settled')
      rig.payoutsMeet('refused')
      rig.whileSending(async () => {
        const transId = `trans-${platformOrderId}`
        const amount = { units: 5_000n, currency: 'EUR' }
        rig.card.reports(platformOrderId, { is: 'charged_back', transId, amount })
        await followCardNotice(orderDeps(rig.exchange), { platformOrderId })
      })
      await rig.settle()
      expect(withAttentionReason(await rig.stores.orders.find(order.orderId))).toMatchObject({
        attentionReason: 'charged_back',
        payout: { state: 'refused' },
      })
      await report(platformOrderId, 5_000n, 5_000n)
      expect(await rig.attempts(order.orderId)).toMatchObject([{ state: 'returning' }])
      rig.card.becomes(platformOrderId, 'returned')
      await rig.settle()
      expect(withAttentionReason(await rig.stores.orders.find(order.orderId))).toMatchObject({
        status: 'refunded',
        attentionReason: null,
      })
      expect([await lostCents(), await receivable(), await coins()]).toEqual([0n, 0n, 0n])
    })

    test('a charge-back that is won, of money that had gone back already, leaves it there', async () => {
      const { orderId, platformOrderId } = await finishOrder()
      rig.card.becomes(platformOrderId, 'returned')
      await rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
      await rig.work.tick()
      await chargedBack(platformOrderId, 5_000n)
      await report(platformOrderId, 5_000n, 5_000n)
      expect(await lostCents()).toBe(0n)
      expect(await rig.attempts(orderId)).toMatchObject([{ state: 'returned' }])
      // The coins had left for it, which is for a person to see however the dispute ends.
      expect(withAttentionReason(await rig.stores.orders.find(orderId))).toMatchObject({
        attentionReason: 'contradiction',
      })
      // What the buyer owes rests in the books once that person has said so, and is no fault of theirs.
      expect(await rig.runCommand('order', 'resolve', orderId, 'continue', '--reason', 'seen')).toMatchObject(
        {
          ok: true,
        },
      )
      expect(await rig.runCommand('ledger', 'trial-balance')).toMatchObject({ ok: true })
    })
  })
})
