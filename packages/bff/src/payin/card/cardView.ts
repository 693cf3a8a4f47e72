import { mayPayOut, waitsForOperator, type Order } from '@cambio/exchange/order/Order.ts'
import { unixNumber } from '@cambio/exchange/order/time.ts'
import {
  attemptsLeft,
  CANCELED_BY_BUYER,
  latestAttempt,
  publishedReason,
  type Attempt,
  type CardPayin,
} from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import { attemptsOf, type Payin } from '@cambio/exchange/payin/Payin.ts'
import type { Step } from '@cambio/wire/widget/Frame.ts'
import type { AttemptView, WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import type * as z from 'zod/mini'
import { challengePath } from '../../pages/bank/challengePath.ts'
import type { Exchange } from '../../program/Exchange.ts'

/** Attempts to charge a card, as the buyer sees them. */
export function cardView(
  exchange: Exchange,
  order: Order,
  payin: CardPayin,
): Pick<WidgetOrder, 'attempt' | 'tries' | 'attempts_left'> {
  const attempt = latestAttempt(payin)
  return {
    attempt: attempt ? attemptView(exchange, order, attempt) : null,
    tries: payin.attempts.map((each) => ({
      at: unixNumber(each.openedAt),
      state: stateOfTry(each),
      card_number: each.card.mask,
      wallet: each.card.wallet,
      decline_reason: isCanceled(each) ? null : publishedReason(each),
    })),
    attempts_left: attemptsLeft(payin),
  }
}

/** The step that an unpaid order leads to. */
export function paymentStep(payin: Payin): Step {
  const attempt = attemptsOf(payin).at(-1)
  if (!attempt || attempt.state === 'declined' || attempt.state === 'turned_away') return 'card'
  return attempt.state === 'challenged' ? 'challenge' : 'status'
}

const states = {
  open: 'checking',
  challenged: 'challenge',
  declined: 'declined',
  turned_away: 'try_again',
  held: 'authorised',
  settled: 'authorised',
  returning: 'returning',
  returned: 'returning',
  owed: 'stopped',
  closed: 'authorised',
  charged_back: 'stopped',
} as const satisfies Record<Attempt['state'], z.infer<typeof AttemptView>['state']>

function attemptView(exchange: Exchange, order: Order, attempt: Attempt): z.infer<typeof AttemptView> {
  const challenge = attempt.state === 'challenged' ? attempt.challenge : null
  return {
    number: attempt.number,
    state: attemptState(order, attempt),
    card_number: attempt.card.mask,
    card_type: attempt.card.brand,
    decline_reason: isCanceled(attempt) ? null : publishedReason(attempt),
    challenge_url: challenge && exchange.baseUrl + challengePath(exchange.keys, order.id, attempt),
  }
}

/**
 * The state of one attempt as the widget shows it: money owed for it does not stop coins that another one has paid for.
 */
function attemptState(order: Order, attempt: Attempt): z.infer<typeof AttemptView>['state'] {
  if (waitsForOperator(order) && !mayPayOut(order)) return 'stopped'
  return attempt.state === 'challenged' && !attempt.challenge ? 'checking' : stateOfTry(attempt)
}

function stateOfTry(attempt: Attempt): z.infer<typeof AttemptView>['state'] {
  return isCanceled(attempt) ? 'canceled' : states[attempt.state]
}

function isCanceled(attempt: Attempt): boolean {
  return attempt.state === 'declined' && attempt.reason === CANCELED_BY_BUYER
}
