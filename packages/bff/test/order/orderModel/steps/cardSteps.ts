import { expect } from 'vitest'
import type { Reply } from '../../../rig.ts'
import { cardForms, declined, isOpen, lapse, type ModelOrder } from '../ModelOrder.ts'
import {
  couponUses,
  COUPON_USES,
  platformIdOf,
  tell,
  work,
  type Life,
  type OrderWorld,
} from '../OrderWorld.ts'
import { enter } from './enter.ts'
import { among, at, type Step } from './Step.ts'

const plans = ['held', 'declined', 'lost_after', 'challenged', 'held'] as const

/** A card is charged at an order's page: it is held or declined, its bank asks, or its answer is lost. */
export const charge: Step = async (world, life, { who, other }) => {
  const order = among(life, who, cardForms)
  if (!order) return undefined
  const mayTake = isOpen(order, world.nowMs())
  if (!order.entry && !mayTake) return order
  order.entry ??= await enter(world, life, order)
  const plan = at(plans, other) ?? 'held'
  const asked = await world.rig.charge(order.entry, plan)
  // A price that has changed is shown first, and paid then.
  const reply = asked.at('code') === 'quote_expired' ? await world.rig.charge(order.entry, plan) : asked
  const takes = mayTake && !isUsedUp(life, order, reply)
  const answered = [order.form, order.id, order.state, reply.status === 200, takes && reply.at('detail')]
  expect(answered).toEqual([order.form, order.id, order.state, takes, takes ? undefined : false])
  if (!takes) return order
  if (order.form === 'card_big' && !order.isApproved) waitForOperator(order, world.nowMs())
  else if (plan === 'declined') declined(order)
  else order.state = plan === 'challenged' ? 'challenged' : 'charged'
  return order
}

/** A coupon that other orders have used up or hold may not be there any more when a card is charged. */
function isUsedUp(life: Life, { form }: ModelOrder, reply: Reply): boolean {
  return form === 'coupon' && couponUses(life) >= COUPON_USES && reply.at('code') === 'coupon_invalid'
}

/** Strangers may not spend that much: they have to show who they are first. */
function waitForOperator(order: ModelOrder, nowMs: number): void {
  order.state = 'pending'
  order.sinceMs = nowMs
}

/** The buyer's bank has asked, or the platform takes what it holds: or may not. It tells the exchange now and then. */
export const decide: Step = async (world, life, { who, other }) => {
  const order = at(
    life.orders.filter(({ state }) => state === 'charged' || state === 'challenged'),
    who,
  )
  if (!order) return undefined
  const isWell = other % 3 !== 0
  const is = isWell ? 'settled' : order.state === 'challenged' ? 'declined' : 'capture_refused'
  const platformOrderId = await platformIdOf(world, order)
  world.rig.card.becomes(platformOrderId, is)
  if (is === 'declined') declined(order)
  else order.state = isWell ? 'paid' : 'returned'
  if (other % 2 === 0 || is === 'declined') await notify(world, platformOrderId)
  // What comes after a decline is the buyer's, who is told of it first.
  if (is === 'declined') await work(world)
  lapse(order, world.nowMs())
  return order
}

async function notify({ rig }: OrderWorld, platformOrderId: string): Promise<void> {
  await rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
}

/** The platform takes the money of every card that is held, and every bank that asked says yes. */
export async function settleCards(world: OrderWorld, orders: readonly ModelOrder[]): Promise<void> {
  for (const order of orders.filter(({ state }) => state === 'charged' || state === 'challenged')) {
    world.rig.card.becomes(await platformIdOf(world, order), 'settled')
    order.state = 'paid'
  }
}

/** The bank of a card takes its money back, or gives it back when the dispute is won. */
export const dispute: Step = async (world, life, { who }) => {
  const order = at(
    life.orders.filter(({ form, state }) => cardForms.includes(form) && state === 'paid'),
    who,
  )
  if (!order || order.dispute === 'won') return undefined
  const shown = await tell(world, order)
  const platformOrderId = await platformIdOf(world, order)
  const transId = `trans-${platformOrderId}`
  const amount = { units: order.form === 'card_big' ? 20_000n : 5_000n, currency: 'EUR' }
  const isLost = order.dispute === 'none'
  world.rig.card.reports(
    platformOrderId,
    isLost
      ? { is: 'charged_back', transId, amount }
      : { is: 'settled', transId, amount, returnRefused: false, disputed: amount },
  )
  order.dispute = isLost ? 'lost' : 'won'
  order.isStopped ||= shown.at('status') !== 'finished'
  await notify(world, platformOrderId)
  await work(world)
  return order
}
