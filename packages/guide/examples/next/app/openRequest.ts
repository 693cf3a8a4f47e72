import { randomUUID } from 'node:crypto'
import { contract, createPartner } from '@cambio/partner'

const partner = createPartner({
  baseUrl: process.env.CAMBIO_URL ?? 'http://localhost:8787',
  apiKey: process.env.CAMBIO_API_KEY ?? 'SANDBOXPARTNER01',
  secret: process.env.CAMBIO_SECRET ?? 'sandbox-partner-secret',
})

/** Opens a widget request. Answers its id. */
export async function openRequest(): Promise<string> {
  const { request_id } = await partner.call(contract.partner.createRequest, {
    body: {
      partner_order_id: randomUUID(),
      payin_group: 'card',
      payin_currency: 'EUR',
      payin_amount_default: '100.00',
      payout_group: 'crypto',
      payout_currency: 'ETH',
    },
  })
  return request_id
}
