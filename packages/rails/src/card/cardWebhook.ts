import { findCharge } from '@cambio/exchange/charge/findCharge.ts'
import type { RailDeps } from '../Rail.ts'
import type { Webhook } from '../Webhook.ts'
import type { Signer } from './hash.ts'
import { readNotice } from './readNotice.ts'

/** Where the card platform sends its notices. It comes again until it reads OK. */
export function cardWebhook({ orders }: Pick<RailDeps, 'orders'>, signer: Signer): Webhook {
  const deps = { ...signer, chargeOf: (id: string) => findCharge({ orders }, id) }
  return {
    source: 'card',
    async receive({ body }) {
      const notice = await readNotice(deps, new TextDecoder().decode(body))
      return notice === 'unsigned'
        ? { references: [], answer: { status: 400, body: 'ERROR' } }
        : { references: [notice.platformOrderId], answer: { status: 200, body: 'OK' } }
    },
  }
}
