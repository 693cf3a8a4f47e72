import { followUpHash, sameHash, saleHash, subjectOf } from '../../src/protocol/hash.ts'
import type { Fields } from './wildForms.ts'

/* Requests as a merchant sends them, signed, and whether one that came is. */

export const merchantId = '11111111-1111-4111-8111-111111111111'
export const password = '13a4822c5907ed235f3a068c76184fc3'
const signer = { password, algorithm: 'md5' } as const
const email = 'doe@example.com'
export const visa = '4111111111111111'
const networkToken = '4895370012003478'

export function saleFields(changes: Fields): Fields {
  return {
    action: 'SALE',
    client_key: merchantId,
    order_id: 'order-1',
    order_amount: '100.00',
    order_currency: 'EUR',
    order_description: 'CID:42',
    req_token: 'Y',
    card_number: visa,
    card_exp_month: '01',
    card_exp_year: '2038',
    card_cvv2: '123',
    payer_first_name: 'Jane',
    payer_last_name: 'Doe',
    payer_middle_name: 'M.',
    payer_birth_date: '1990-02-28',
    payer_address: 'Big street',
    payer_address2: 'Yard',
    payer_house_number: '7',
    payer_country: 'DE',
    payer_state: 'Berlin',
    payer_city: 'Berlin',
    payer_district: 'Mitte',
    payer_zip: '10115',
    payer_email: email,
    payer_phone: '+49301234567',
    payer_ip: '203.0.113.7',
    term_url_3ds: 'https://exchange.example/paystatus/1',
    term_url_target: '_top',
    hash: saleHash(signer, email, subjectOf(visa)),
    ...changes,
  }
}

export function byToken(order_id: string, token: string): Fields {
  const {
    card_number: _number,
    card_exp_month: _month,
    card_exp_year: _year,
    ...fields
  } = saleFields({ order_id })
  return { ...fields, card_token: token, hash: saleHash(signer, email, token) }
}

/** A SALE by a wallet's network token. */
export function byWallet(order_id: string): Fields {
  const {
    card_number: _number,
    card_exp_month: _month,
    card_exp_year: _year,
    card_cvv2: _code,
    ...fields
  } = saleFields({ order_id })
  return {
    ...fields,
    network_token_number: networkToken,
    network_token_exp_month: '01',
    network_token_exp_year: '2038',
    network_token_cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
    network_token_eci: '05',
    network_token_wallet: 'google_pay',
    hash: saleHash(signer, email, subjectOf(networkToken)),
  }
}

export function followUpFields(action: string, trans_id: string): Fields {
  const hash = followUpHash(signer, email, trans_id, subjectOf(visa))
  return { action, client_key: merchantId, trans_id, hash, amount: '1.00' }
}

export function byOrderFields(order_id: string): Fields {
  const hash = followUpHash(signer, email, order_id, subjectOf(visa))
  return { action: 'GET_TRANS_STATUS_BY_ORDER', client_key: merchantId, order_id, hash }
}

/** Forms that are right but for their hash, each of which another form's would be. */
export function forgedSales(order_id: string): readonly Fields[] {
  const fields = saleFields({ order_id })
  return [
    { ...fields, hash: 'f'.repeat(32) },
    { ...fields, payer_email: 'roe@example.com' },
    { ...fields, card_number: '5555555555554444' },
  ]
}

/** Whether a form has the hash that is due for what it says. */
export function isSigned(fields: ReadonlyMap<string, string>): boolean {
  return sameHash(hashDue(fields), fields.get('hash') ?? '')
}

function hashDue(fields: ReadonlyMap<string, string>): string {
  if (fields.get('action') !== 'SALE') {
    const id = fields.get('trans_id') ?? fields.get('order_id') ?? ''
    return followUpHash(signer, email, id, subjectOf(visa))
  }
  const number = fields.get('card_number') ?? fields.get('network_token_number')
  const subject = number === undefined ? (fields.get('card_token') ?? '') : subjectOf(number)
  return saleHash(signer, fields.get('payer_email') ?? '', subject)
}
