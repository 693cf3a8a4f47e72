import { createPartner } from '@cambio/partner/client.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { addresses } from './addresses.ts'
import { wallet } from './Widget.ts'

/** The sandbox's partner, as its backend calls the exchange. */
export const partner = createPartner({
  baseUrl: addresses.exchange,
  apiKey: 'SANDBOXPARTNER01',
  secret: 'sandbox-partner-secret',
})

/** An order as the sandbox's partner creates it, and the page where its buyer pays. */
export function createOrder(email: string, terms: { readonly coupon?: string } = {}) {
  return sendOrder(partner, email, terms)
}

/** An order as a partner's backend creates it. */
export async function sendOrder(by: typeof partner, email: string, terms: { readonly coupon?: string } = {}) {
  const made = await by.call(contract.partner.createOrder, {
    body: {
      partner_order_id: `api-${email.replace(/\W/g, '-')}`,
      payin_currency: 'EUR',
      payin_amount: '50.00',
      payout_currency: 'ETH',
      dst_address: wallet,
      client_email: email,
      client_ip: '203.0.113.7',
      remote_country: 'DE',
      ...terms,
    },
  })
  if (!('redirect' in made)) throw new Error('An order that a card pays has a page')
  return made
}
