import type { CardPayin } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { PayinShown } from '../PayinShown.ts'

/** Attempts to charge a card, as the operator reads them. */
export function cardShown({ attempts }: CardPayin): Pick<PayinShown, 'attempts'> {
  return {
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      state: attempt.state,
      amount: 'amount' in attempt ? Money.format(attempt.amount) : null,
      platform_order_id: attempt.platformOrderId,
      card: attempt.card.mask,
      wallet: attempt.card.wallet,
      decline_reason: attempt.state === 'declined' ? attempt.reason : null,
    })),
  }
}
