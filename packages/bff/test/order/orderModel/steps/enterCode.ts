import { expect } from 'vitest'
import { confirm, mistypedCode } from '../../../balance/balanceRig.ts'
import { balanceForms, isOpen, wrongCode } from '../ModelOrder.ts'
import { among, type Step } from './Step.ts'

/** A withdrawal is confirmed with its code, or with another. */
export const enterCode: Step = async (world, life, { who, other }) => {
  const order = among(life, who, balanceForms)
  if (!order?.code) return order
  const takes = isOpen(order, world.nowMs())
  const isRight = other % 3 !== 0
  const reply = await confirm(world.rig, order.uuid, isRight ? order.code : mistypedCode(order.code))
  expect([order.state, isRight, reply.status === 200]).toEqual([order.state, isRight, takes && isRight])
  if (!takes) return order
  if (isRight) order.state = 'paid'
  else wrongCode(order)
  return order
}
