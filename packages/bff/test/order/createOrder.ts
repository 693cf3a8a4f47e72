import { ethAddress } from '../rig.ts'

export const createPath = '/api/v2/partner/order/create'

/** A body that creates an order of 100 EUR for ETH. */
export const createBody = (id: string) => ({
  partner_order_id: id,
  payin_currency: 'EUR',
  payin_amount: '100',
  payout_currency: 'ETH',
  dst_address: ethAddress,
  client_ip: '192.0.2.7',
  remote_country: 'DE',
})
