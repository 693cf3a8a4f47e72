import { expect } from 'vitest'
import { cardForms, declined, isOpen, type ModelOrder } from '../ModelOrder.ts'
import { platformIdOf, type OrderWorld } from '../OrderWorld.ts'
import { among, at, type Step } from './Step.ts'
import { enter } from './enter.ts'

/** A card is charged at an order's page: it is held or declined, or its answer is lost. */
export const charge: Step = async (world, life, { who, other }) => {
  const order = among(life, who, cardForms)
  if (!order) return undefined
  const takes = isOpen(order, world.nowMs())
  if (!order.entry && !takes) return order
  order.entry ??= await enter(world, life, order)
  const plan = at(['held', 'declined', 'lost_after', 'held'] as const, other) ?? 'held'
  const asked = await world.rig.charge(order.entry, plan)
  // A price that has changed is shown first, and paid then.
  const reply = asked.at('code') === 'quote_expired' ? await world.rig.charge(order.entry, plan) : asked
  const answered = [order.form, order.state, reply.status === 200, takes ? reply.at('detail') : undefined]
  expect(answered).toEqual([order.form, order.state, takes, undefined])
  if (!takes) return order
  if (plan === 'declined') declined(order)
  else order.state = 'charged'
  return order
}

/** The platform takes what it holds, or may not, and tells the exchange now and then. */
export const decide: Step = async (world, life, { who, other }) => {
  const order = at(
    life.orders.filter(({ state }) => state === 'charged'),
    who,
  )
  if (!order) return undefined
  const is = other % 3 === 0 ? 'capture_refused' : 'settled'
  const platformOrderId = await platformIdOf(world, order)
  world.rig.card.becomes(platformOrderId, is)
  order.state = is === 'settled' ? 'paid' : 'returned'
  if (other % 2 === 0) await world.rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
  return order
}

/** The platform takes the money of every card that is held. */
export async function settleCards(world: OrderWorld, orders: readonly ModelOrder[]): Promise<void> {
  for (const order of orders.filter(({ state }) => state === 'charged')) {
    world.rig.card.becomes(await platformIdOf(world, order), 'settled')
    order.state = 'paid'
  }
}
