import process from 'node:process'
import { saleHash, subjectOf, type Signer } from '../src/protocol/hash.ts'

export const merchantId = '11111111-1111-4111-8111-111111111111'
export const signer: Signer = { password: '13a4822c5907ed235f3a068c76184fc3', algorithm: 'md5' }

const number = '4111111111111111'
const email = 'doe@example.com'
const hash = saleHash(signer, email, subjectOf(number))
let count = 0

/** A complete SALE of an order that never was before; the month of the test card chooses its end. */
export function benchSale(month: string): Record<string, string> {
  return {
    action: 'SALE',
    client_key: merchantId,
    order_id: `bench-${process.pid}-${(count += 1)}`,
    order_amount: '100.00',
    order_currency: 'EUR',
    order_description: 'Bench',
    card_number: number,
    card_exp_month: month,
    card_exp_year: '2038',
    card_cvv2: '123',
    payer_first_name: 'Jane',
    payer_last_name: 'Doe',
    payer_birth_date: '1990-02-28',
    payer_address: 'Big street 1',
    payer_country: 'DE',
    payer_state: 'Berlin',
    payer_city: 'Berlin',
    payer_zip: '10115',
    payer_email: email,
    payer_phone: '+49301234567',
    payer_ip: '203.0.113.7',
    term_url_3ds: 'https://exchange.example/paystatus/1',
    hash,
  }
}
