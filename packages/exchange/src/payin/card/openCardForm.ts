import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Client } from '../../client/Client.ts'
import { acceptsPayment, type Order } from '../../order/Order.ts'
import type { CardRail, OpenedFields } from './CardRail.ts'
import type { ChargeFence } from './ChargeFence.ts'
import type { FormStore } from './FormStore.ts'
import { attemptsLeft, liveAttempt } from './machine/CardPayin.ts'

/**
 * Opens a hosted card form for one order, unless this buyer's cards would not be charged anyway.
 * @throws Refusal order_state, attempt_open, payer_required, velocity_exceeded, platform_unreachable
 */
export async function openCardForm(
  deps: {
    card: Pick<CardRail, 'openFields'>
    forms: FormStore
    fence: Pick<ChargeFence, 'checkBuyer'>
    now: () => Date
  },
  input: {
    order: Order
    client: Client
    payerIp: string
    ancestors: readonly string[]
    locale: string | undefined
    /** The token of a saved card; null where a card is typed. */
    cardToken: string | null
  },
): Promise<OpenedFields | 'token_refused'> {
  const { order, client, payerIp, ancestors, locale, cardToken } = input
  checkChargeable(order, client, deps.now())
  await deps.fence.checkBuyer({ clientId: client.id, payerIp })
  const form = await deps.card.openFields({ ancestors, locale, cardToken, amount: order.quote.payin })
  if (form === 'token_refused') return form
  await deps.forms.bind(form.sessionId, order.id)
  return form
}

/** @throws Refusal order_state, attempt_open, payer_required */
export function checkChargeable(order: Order, client: Client, now: Date): void {
  const { payin, quote } = order
  if (payin.is !== 'card')
    throw new Refusal('order_state', `The order is paid by ${quote.payinGroup}, not by card`)
  if (liveAttempt(payin))
    throw new Refusal(
      'attempt_open',
      'A payment for this order is under way; check its status before you try again',
    )
  if (!acceptsPayment(order, now) || attemptsLeft(payin) <= 0)
    throw new Refusal('order_state', `The order is ${order.status} and cannot be paid now`)
  if (!client.payer) throw new Refusal('payer_required')
}
