import type { CardRail, ChargeState } from '@cambio/exchange/payin/card/CardRail.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { SavedCardStore } from '../../store/client/savedCards.ts'

/**
 * The card rail that saves the cards whose buyers asked for it, as soon as an answer brings their token. The payment does
 * not wait for it: what could not be saved comes again with the next answer about this payment.
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
