import { contract } from '@cambio/wire/contract.ts'
import { ended as ends } from '@cambio/wire/Order.ts'
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import type { Outcome } from './Buyer.ts'
import { openProduct, type Product } from './openProduct.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterEach(() => product.expectBalancedBooks())
afterAll(() => product.close())

const paid = ['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished']
const returned = ['payin_pending', 'processing', 'auth_success', 'refunded']
const open = ['payin_pending', 'processing']

const rows: readonly (readonly [
  card: Outcome,
  isChallenged: boolean,
  statuses: readonly string[],
  reason?: string,
])[] = [
  ['success', false, paid],
  ['declined', false, open, 'Declined by processing'],
  ['capture_fails', false, returned],
  ['3ds_success', true, paid],
  ['3ds_declined', true, open, '3-D Secure authentication failed'],
  ['redirect_success', true, paid],
  ['redirect_declined', true, open, 'Declined by processing'],
]

test.concurrent.for(rows)(
  'card %s ends as the table of test cards says',
  async ([card, isChallenged, statuses, reason], { expect }) => {
    const buyer = await product.buyer()
    await buyer.place('100')
    const charged = await buyer.charge(await buyer.handIn(card))
    if (isChallenged) {
      expect(charged.attempt?.state).toBe('challenge')
      await fetch(await buyer.decide(charged.attempt?.challenge_url ?? '', 'Approve'))
    }
    const ended = await buyer.until(
      ({ status, attempt }) => ends.has(status) || attempt?.state === 'declined',
    )
    expect(ended.status_log.map(({ status }) => status)).toEqual(statuses)
    expect(ended.attempt?.decline_reason).toBe(reason ?? null)
    const payouts = (await product.payouts()).filter(({ order_id: id }) => id === ended.client_order_id)
    expect(payouts).toHaveLength(statuses === paid ? 1 : 0)
    await expect.poll(() => product.callbacks.statuses(buyer.entry)).toEqual(statuses)
    const data = await product.partner.call(contract.partner.order, {
      params: { partner_order_id: buyer.entry },
    })
    expect(data.status_log.map(({ status }) => status)).toEqual(statuses)
  },
)
