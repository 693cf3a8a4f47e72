import { Refusal } from '@cambio/wire/Problem.ts'
import type { Client } from '../client/Client.ts'
import { takesPayment, type Order } from '../order/Order.ts'
import { attemptsLeft, liveAttempt } from '../payin/card/CardPayin.ts'
import type { CardRail } from '../payin/card/CardRail.ts'
import type { FormStore } from './FormStore.ts'

/**
 * Opens a hosted card form for one order.
 * @throws Refusal order_state, attempt_open, payer_required, platform_unreachable
 */
export async function openCardForm(
  deps: { card: Pick<CardRail, 'openFields'>; forms: FormStore; now: () => Date },
  input: { order: Order; client: Client; ancestors: readonly string[]; locale: string | undefined },
): Promise<{ sessionId: string; url: string }> {
  const { order, client, ancestors, locale } = input
  checkChargeable(order, client, deps.now())
  const form = await deps.card.openFields({ ancestors, locale })
  await deps.forms.bind(form.sessionId, order.id)
  return form
}

/** @throws Refusal order_state, attempt_open, payer_required */
export function checkChargeable(order: Order, client: Client, now: Date): void {
  const { payin, quote } = order
  if (payin.is !== 'card')
    throw new Refusal('order_state', `The order is paid by ${quote.payinGroup}; it takes no card`)
  if (liveAttempt(payin))
    throw new Refusal(
      'attempt_open',
      'A payment for this order is under way; see its status before trying again',
    )
  if (!takesPayment(order, now) || attemptsLeft(payin) <= 0)
    throw new Refusal('order_state', `The order is ${order.status}; it takes no payment now`)
  if (!client.payer) throw new Refusal('payer_required')
}
