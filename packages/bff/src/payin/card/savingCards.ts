import type { CardRail, ChargeState } from '@cambio/exchange/payin/card/CardRail.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { SavedCardStore } from '../../store/client/savedCards.ts'

/**
 * A card rail that saves cards if their buyers asked for it, as soon as an answer contains their token. The payment
 * does not wait for it: the next answer about this payment retries a failed save.
 */
export function savingCards(
  { card, log }: Pick<Exchange, 'card' | 'log'>,
  savedCards: Pick<SavedCardStore, 'save'>,
): CardRail {
  async function saved<State extends ChargeState | { readonly is: 'turned_away' }>(
    platformOrderId: string,
    state: State,
  ): Promise<State> {
    if ((state.is === 'held' || state.is === 'settled') && state.savedCard)
      await savedCards
        .save(platformOrderId, state.savedCard)
        .catch(() => log.warn('a card that its buyer wanted to save is not saved yet'))
    return state
  }
  return {
    ...card,
    charge: async (order) => saved(order.platformOrderId, await card.charge(order)),
    getPaymentStatus: async (key) => saved(key.platformOrderId, await card.getPaymentStatus(key)),
  }
}
