import type { Client } from '@cambio/exchange/client/Client.ts'
import type { OpenedFields } from '@cambio/exchange/payin/card/CardRail.ts'
import type { Saved } from '@cambio/wire/widget/Saved.ts'
import { requireReader } from '../authenticate/confirmed.ts'
import { listDevices } from '../authenticate/rememberedDevices.ts'
import type { Handlers } from '../http/Handler.ts'
import type { SignIn } from '../store/client/sessions.ts'
import type { Stores } from '../store/stores.ts'

/** How many wallets are offered again. */
const MOST_WALLETS = 5

/** The routes that show a buyer what they saved, and forget it. */
export const savedRoutes: Pick<Handlers['widget'], 'saved' | 'forget'> = {
  saved: ({ buyer, signIn, stores }) => savedOf(stores, buyer, signIn),

  async forget({ buyer, signIn, body, stores }) {
    requireReader(signIn)
    if (body.device_id !== undefined) await stores.devices.forget(buyer.id, body.device_id)
    if (body.card_id !== undefined) await stores.savedCards.forget(buyer.id, body.card_id)
    return savedOf(stores, buyer, signIn)
  },
}

/** Everything that a buyer saved. @throws Refusal code_required */
export async function savedOf(stores: Stores, { id }: Client, by: SignIn | null): Promise<Saved> {
  const signIn = requireReader(by)
  const wallets = await stores.paidWallets.list(id, MOST_WALLETS)
  const cards = await stores.savedCards.list(id)
  return {
    cards: cards.map((card) => ({
      id: card.id,
      card_number: card.mask,
      card_type: card.brand,
      expiry: card.expiry,
    })),
    devices: await listDevices(stores, id, signIn),
    wallets: wallets.map(({ currency, group, address, memo }) => ({
      payout_currency: currency,
      payout_group: group,
      dst_address: address,
      memo,
    })),
  }
}

/**
 * Opens a card form for a saved card of the buyer, or for any card if none is named. A card that the platform no longer
 * accepts is forgotten, and the form asks for any card.
 * @throws Refusal code_required, what opening throws
 */
export async function withSavedCard(
  { savedCards }: Pick<Stores, 'savedCards'>,
  { buyer, signIn, id }: { buyer: Client; signIn: SignIn | null; id: string | undefined },
  open: (cardToken: string | null) => Promise<OpenedFields | 'token_refused'>,
): Promise<OpenedFields> {
  if (id !== undefined) {
    requireReader(signIn)
    const form = await open((await savedCards.tokenOf(buyer.id, id)) ?? null)
    if (form !== 'token_refused') return form
    await savedCards.forget(buyer.id, id)
  }
  const form = await open(null)
  if (form === 'token_refused') throw new Error('A card form was refused for a token that was not sent')
  return form
}
