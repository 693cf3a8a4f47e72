import { expect } from 'vitest'
import { statement } from '../../statement.ts'
import { isOpen } from '../ModelOrder.ts'
import { among, type Step } from './Step.ts'

/** The bank says that an order's money came, and says so again whenever it is asked. */
export const transfer: Step = async (world, life, { who }) => {
  const order = among(life, who, ['sepa'])
  if (!order || (order.statement === null && !isOpen(order, world.nowMs()))) return order
  const isNew = order.statement === null
  const lines = [`Order ${order.orderId}`]
  order.statement ??= statement([{ reference: `${order.id}-entry`, amount: '50.00', lines }])
  expect(await world.sepa.imported(order.statement)).toMatchObject(
    isNew ? { matched: 1, seen_before: 0 } : { matched: 0, seen_before: 1 },
  )
  order.state = 'paid'
  return order
}
