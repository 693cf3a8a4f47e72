import type { Agent } from 'node:http'
import { saleHash, subjectOf, type Signer } from '@cambio/cards/protocol/hash.ts'
import { post } from '../load/post.ts'

/** The merchant of the soak's own SALEs, which it sends straight to the card platform. */
export const soakMerchant = { id: '22222222-2222-4222-8222-222222222222', password: 'soak-merchant-password' }

const signer: Signer = { password: soakMerchant.password, algorithm: 'md5' }
const number = '4111111111111111'
const email = 'doe@example.com'
const hash = saleHash(signer, email, subjectOf(number))
let count = 0

/**
 * Sells once, under an order_id of its own.
 * @throws Error when it did not end as this card of the sandbox does
 */
export async function sell(cardsUrl: string, agent: Agent, outcome: 'accepted' | 'declined'): Promise<void> {
  const { month, result } = ends[outcome]
  const answer = await post(`${cardsUrl}/post`, {
    agent,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(saleOf(month)).toString(),
  })
  if (!answer.includes(`"result":"${result}"`)) throw new Error(`A SALE ended otherwise: ${answer}`)
}

/** The month of the sandbox's card chooses how it ends. */
const ends = {
  accepted: { month: '01', result: 'SUCCESS' },
  declined: { month: '02', result: 'DECLINED' },
}

function saleOf(month: string): Record<string, string> {
  return {
    action: 'SALE',
    client_key: soakMerchant.id,
    order_id: `soak-${(count += 1)}`,
    order_amount: '100.00',
    order_currency: 'EUR',
    order_description: 'Soak',
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
    term_url_3ds: 'https://shop.example/paystatus/1',
    hash,
  }
}
