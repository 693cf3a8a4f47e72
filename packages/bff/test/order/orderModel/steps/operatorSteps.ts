import { expect } from 'vitest'
import { has, isAnotherCoin, isUnseen, unwanted, type ModelDeposits } from '../ModelDeposits.ts'
import { end, lapse, type ModelOrder } from '../ModelOrder.ts'
import { command, tell, work } from '../OrderWorld.ts'
import { at, type Step } from './Step.ts'

const why = ['--reason', 'by the model']

/** The operator ends an order that nothing came for; any other stays. */
export const cancel: Step = async (world, life, { who }) => {
  const order = at(life.orders, who)
  if (!order) return undefined
  lapse(order, world.nowMs())
  const { ok } = await command(world, 'order', 'cancel', order.orderId, ...why)
  const mayBeFree = isUnpaid(order) && order.deposits !== null && mayBeEmpty(order.deposits)
  expect([order.form, order.id, order.state, ok]).toEqual([
    order.form,
    order.id,
    order.state,
    isFree(order) || (mayBeFree && ok),
  ])
  if (ok) end(order, 'canceled')
  return order
}

function isFree(order: ModelOrder): boolean {
  const { deposits, transfers } = order
  return isUnpaid(order) && (deposits?.arrivals.length ?? 0) === 0 && (transfers?.length ?? 0) === 0
}

function isUnpaid({ state, isStopped }: ModelOrder): boolean {
  return !isStopped && (state === 'waiting' || state === 'pending')
}

/** Another coin that is on its way keeps no order, and may be back already; of what was just sent nobody may know yet. */
function mayBeEmpty(deposits: ModelDeposits): boolean {
  return isUnseen(deposits) || (isAnotherCoin(deposits) && !has(deposits, 'unwanted'))
}

/** The operator gives an order's money back, where there is some and its coins cannot have left. */
export const refund: Step = async (world, life, { who }) => {
  const order = at(life.orders, who)
  if (!order) return undefined
  lapse(order, world.nowMs())
  const before = (await tell(world, order)).at('status')
  const { ok } = await command(world, 'order', 'refund', order.orderId, ...why)
  const isHere = hasMoney(order) && (before !== 'finished' || order.bank === 'back' || hasOwed(order))
  expect([order.form, order.id, order.state, before, ok && !isHere]).toEqual([
    order.form,
    order.id,
    order.state,
    before,
    false,
  ])
  if (ok) refunded(order)
  order.isRefunded ||= ok
  return order
}

function hasMoney({ state, deposits, transfers }: ModelOrder): boolean {
  return state === 'paid' || (deposits?.arrivals.length ?? 0) > 0 || (transfers?.length ?? 0) > 0
}

function hasOwed({ transfers }: ModelOrder): boolean {
  return transfers?.some(({ state }) => state === 'owed') ?? false
}

/** All of an order's money that is here goes back by the way it came. */
function refunded(order: ModelOrder): void {
  const { deposits, transfers } = order
  if (hasOwed(order)) return returning(order)
  for (const transfer of transfers ?? []) if (transfer.state === 'received') transfer.state = 'going_back'
  const kept = deposits?.arrivals.filter(({ state }) => state === 'kept' || state === 'bought') ?? []
  if (deposits) unwanted(deposits, kept)
  order.state = deposits ? 'unwanted' : 'returned'
}

/** What an order owes goes back. */
function returning({ transfers }: ModelOrder): void {
  for (const transfer of transfers ?? []) if (transfer.state === 'owed') transfer.state = 'going_back'
}

/** The operator gives back what an order owes, where somebody takes it. */
export const returnOwed: Step = async (world, life, { who }) => {
  const order = at(life.orders, who)
  if (!order) return undefined
  const { ok } = await command(world, 'owed', 'return', order.orderId, ...why)
  expect([order.form, order.id, order.state, ok]).toEqual([order.form, order.id, order.state, hasOwed(order)])
  returning(order)
  return order
}

/** The operator has seen what a client was asked for, and its order goes on. */
export const approve: Step = async (world, life, { who }) => {
  const order = at(
    life.orders.filter(({ form, isStopped }) => form === 'card_big' && !isStopped),
    who,
  )
  if (!order) return undefined
  lapse(order, world.nowMs())
  const isPending = order.state === 'pending'
  const { ok } = await command(world, 'order', 'approve', order.orderId, ...why)
  expect([order.form, order.id, order.state, ok]).toEqual([order.form, order.id, order.state, isPending])
  if (!ok) return order
  await work(world)
  order.state = 'waiting'
  order.isApproved = true
  order.sinceMs = world.nowMs()
  return order
}
