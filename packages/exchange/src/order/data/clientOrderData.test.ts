import { expect, test } from 'vitest'
import { placed, start } from '../../../testing/orders.ts'
import { clientOrderData } from './clientOrderData.ts'
import { orderData } from './orderData.ts'

test('a client sees its order without the partner’s own fields', () => {
  const payout = { id: 'ABCDE-123456-payout', state: 'done', txid: 'ABCDE-000001' } as const
  const destination = { address: 'ABCDE-000001', memo: null }
  const sold = {
    ...placed,
    metadata: { cart: 'cart-17' },
    payout,
    destination,
    child: { id: 'ABCDE-000001', proceeds: { units: 9_000n, currency: 'EUR' } },
  }
  const hidden = Object.keys(orderData(sold, start)).filter(
    (name) => !Object.hasOwn(clientOrderData(sold, start), name),
  )
  expect(hidden.toSorted()).toEqual([
    'child_order_id',
    'child_order_status',
    'child_order_substatus',
    'child_payin_amount',
    'child_payin_currency',
    'child_payout_amount',
    'child_payout_currency',
    'metadata',
    'partner_order_id',
    'payib_method',
    'substatus',
  ])
  expect(JSON.stringify(clientOrderData(sold, start))).not.toMatch(/ABCDE-000001|cart-17/)
})
