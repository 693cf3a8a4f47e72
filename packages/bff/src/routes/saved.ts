import type { Client } from '@cambio/exchange/client/Client.ts'
import type { Saved } from '@cambio/wire/widget/Saved.ts'
import { requireReader } from '../authenticate/confirmed.ts'
import type { rememberedDevices } from '../authenticate/rememberedDevices.ts'
import type { Handlers } from '../http/Handler.ts'
import type { SignIn } from '../store/client/sessions.ts'
import type { Stores } from '../store/stores.ts'

/** How many wallets are offered again. */
const MOST_WALLETS = 5

/** What a buyer may use again, and how they have it forgotten. */
export function savedRoutes(
  devices: ReturnType<typeof rememberedDevices>,
): Pick<Handlers['widget'], 'saved' | 'forget'> {
  /** @throws Refusal code_required */
  async function savedOf(stores: Stores, { id }: Client, by: SignIn | null): Promise<Saved> {
    const signIn = requireReader(by)
    const wallets = await stores.paidWallets.list(id, MOST_WALLETS)
    return {
      devices: await devices.list(stores, id, signIn),
      wallets: wallets.map(({ currency, group, address, memo }) => ({
        payout_currency: currency,
        payout_group: group,
        dst_address: address,
        memo,
      })),
    }
  }
  return {
    saved: ({ buyer, signIn, stores }) => savedOf(stores, buyer, signIn),

    async forget({ buyer, signIn, body, stores }) {
      requireReader(signIn)
      await stores.devices.forget(buyer.id, body.device_id)
      return savedOf(stores, buyer, signIn)
    },
  }
}
