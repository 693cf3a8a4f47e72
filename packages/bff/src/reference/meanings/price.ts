import {
  BoundedFeeQuote,
  ClientFeeQuote,
  ClientFeeRequest,
  ClientLimits,
  FeeQuote,
  FeeRequestV1,
  PartnerFeeQuote,
  PartnerFeeRequest,
  PublicFeeRequest,
} from '@cambio/wire/order/Quote.ts'
import { PriceBounds } from '../problemMembers.ts'
import { explain, type Explained } from './explain.ts'

export const PAYIN = 'In payin_currency, with exactly its decimals.'
export const PAYOUT = 'In payout_currency, with exactly its decimals.'
export const EUR = 'In EUR, two decimals, at the mid rate when the order was priced.'

/** The pair and the ways to pay, as they are chosen. */
export const choice = {
  payin_currency: 'The currency that the buyer pays; see /api/v2/public/currency.',
  payout_currency: 'The currency that the buyer gets; see /api/v2/public/currency.',
  payin_group:
    'How the buyer pays. If left out, the first that is offered for the currency, in the order listed; a balance is used only when it is named.',
  payout_group:
    'How the buyer is paid. If left out, the first that is offered for the currency, in the order listed; a balance is used only when it is named.',
}

/** The pair and the ways to pay, as they are answered. */
export const chosen = {
  payin_currency: 'The currency that the buyer pays.',
  payout_currency: 'The currency that the buyer gets.',
  payin_group: 'How the buyer pays.',
  payout_group: 'How the buyer is paid.',
}

/** The two amounts, of which one is given. */
export const amountFields = {
  payin_amount: `What is paid in, all fees included; excludes payout_amount. ${PAYIN}`,
  payout_amount: `What is paid out; excludes payin_amount. ${PAYOUT}`,
}

/** The two amounts, as they are answered. */
export const amounts = {
  payin_amount: `What is paid in, all fees included. ${PAYIN}`,
  payout_amount: `What is paid out. ${PAYOUT}`,
}

/** The parts of a price. */
export const price = {
  ...amounts,
  rate: 'What one whole unit of payout_currency costs in payin_currency, spread included: the rate that was used.',
  payin_fee: `Network fee of the pay-in. ${PAYIN}`,
  payout_fee: `Network fee of the pay-out. ${PAYOUT}`,
  margin_fee: `Service fee. ${PAYIN}`,
}

/** The bounds of an order. */
export const bounds = {
  payin_min_amount: `The minimum pay-in of one order. ${PAYIN}`,
  payin_max_amount: `The maximum pay-in of one order. ${PAYIN}`,
  payout_min_amount: `The pay-out for the minimum pay-in. ${PAYOUT}`,
  payout_max_amount: `The pay-out for the maximum pay-in. ${PAYOUT}`,
}

const groups = {
  payin_group: 'The way to pay that this price is for: the one asked for, else the first available.',
  payout_group: 'The way to be paid that this price is for: the one asked for, else the first available.',
}

export const FREE_FIRST =
  '1 takes no service fee on this client’s first order, if your account has that policy and the same person has not had one under another address. 1 if left out.'

const NO_CLIENT =
  'we do not know whose order it would be, so the price includes the whole service fee, which a first order may not have to pay.'

const feeRequestV1 = {
  partner_order_id: 'Your own id, as on an order. Here it is only a label.',
  ...choice,
  ...amountFields,
}

const feeRequest = {
  ...feeRequestV1,
  is_floating_rate: 'Whether the order would float. This price is the current one in either case.',
}

export const priceMeanings: readonly Explained[] = [
  explain(FeeRequestV1, {
    ...feeRequestV1,
    free_first: `Accepted, but without effect here: ${NO_CLIENT}`,
  }),
  explain(PublicFeeRequest, feeRequest),
  explain(PartnerFeeRequest, {
    ...feeRequest,
    free_first: `For a client that client_external_id names: ${FREE_FIRST} Without effect if no client is named: ${NO_CLIENT}`,
    client_external_id:
      'Your own id of a client that you registered. If sent, the price is the one that an order of this client would have now, and the answer includes the client’s remaining limit.',
    client_ip: 'Your client’s IPv4 or IPv6 address.',
    remote_country: 'The country of client_ip, by two letters of ISO 3166-1.',
  }),
  explain(FeeQuote, price),
  explain(BoundedFeeQuote, { ...price, ...bounds }),
  explain(PartnerFeeQuote, {
    ...price,
    ...bounds,
    ...groups,
    limits: 'The client’s remaining limit. Only when client_external_id was sent.',
  }),
  explain(ClientFeeRequest, { ...choice, ...amountFields, free_first: FREE_FIRST }),
  explain(ClientFeeQuote, {
    ...price,
    ...bounds,
    ...groups,
    limits: 'The client’s remaining limit.',
  }),
  explain(ClientLimits, {
    client_limit_in_payin_currency: `The client’s remaining limit over 30 days, at the mid rate, rounded down. ${PAYIN}`,
    verification_level: 'How far the client is verified, lowest first in the list.',
  }),
  explain(PriceBounds, bounds),
]
