import type { PayinGroup } from '@cambio/wire/Payment.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { Client } from '../client/Client.ts'
import { liveAttempt, type Order } from '../order/Order.ts'
import type { CardRail } from '../payin/card/CardRail.ts'
import type { FormStore } from './FormStore.ts'
import { mayAttempt } from '../order/step.ts'

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

/** Whether a card pays an order of each way in. */
const byCard: Readonly<Record<PayinGroup, boolean>> = { card: true }

/** @throws Refusal order_state, attempt_open, payer_required */
export function checkChargeable(order: Order, client: Client, now: Date): void {
  const { payinGroup } = order.quote
  if (!byCard[payinGroup])
    throw new Refusal('order_state', `The order is paid by ${payinGroup}; it takes no card`)
  if (liveAttempt(order))
    throw new Refusal(
      'attempt_open',
      'A payment for this order is under way; see its status before trying again',
    )
  if (!mayAttempt(order, now))
    throw new Refusal('order_state', `The order is ${order.status}; it takes no payment now`)
  if (!client.payer) throw new Refusal('payer_required')
}
