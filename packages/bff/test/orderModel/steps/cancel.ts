import { expect } from 'vitest'
import { end, lapse } from '../ModelOrder.ts'
import { command, work } from '../OrderWorld.ts'
import { at, type Step } from './Step.ts'

/** The operator ends an order that nothing came for; any other stays. */
export const cancel: Step = async (world, life, { who }) => {
  await work(world)
  const order = at(life.orders, who)
  if (!order) return undefined
  lapse(order, world.nowMs())
  const { ok } = await command(world, 'order', 'cancel', order.orderId, '--reason', 'by the model')
  const isFree = order.state === 'waiting' && (order.deposits?.arrivals.length ?? 0) === 0
  expect([order.form, order.state, ok]).toEqual([order.form, order.state, isFree])
  if (ok) end(order, 'canceled')
  return order
}
