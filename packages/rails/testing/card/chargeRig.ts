import type { ChargeOrder } from '@cambio/exchange/payin/card/CardRail.ts'
import { cardPlatform } from '../../src/card/cardPlatform.ts'
import { platformDouble, type Answering, type ReceivedRequest } from '../platformDouble.ts'

/*
 * What the tests of the card rail share: an order, and a platform whose form is filled in.
 */

export const signer = { password: 'merchant-password', hash: 'md5' } as const
export const clientKey = '11111111-1111-4111-8111-111111111111'
export const transId = 'aaaff66a-904f-11ea-833e-0242ac1f0007'
export const cardToken = 'ab'.repeat(32)
export const card = { mask: '411111******1111', brand: 'Visa', issuerCountry: null, wallet: null } as const
export const eur100 = { units: 10_000n, currency: 'EUR' }
export const order: ChargeOrder = {
  platformOrderId: 'AB1CD-XY2ZW3-1-r4nd0m',
  transId: null,
  email: 'doe@example.com',
  card,
  sessionId: 'session-1',
  amount: eur100,
  payer: {
    first_name: 'Jürgen',
    last_name: 'Doe',
    birth_date: '1980-02-29',
    country: 'DE',
    state: 'Berlin',
    city: 'Berlin',
    address: 'Unter den Linden 1, "Hof"',
    postal_code: '10117',
    phone: '+49 30 1234567',
  },
  payerIp: '2001:db8::7',
  description: 'CID:42',
  returnTo: 'frame',
}
export const orderWithTransId = { ...order, transId }
export const about = { order_id: order.platformOrderId, trans_id: transId, amount: '100.00', currency: 'EUR' }
export const formIs = (state: string, wallet?: string): Answering => ({
  json: {
    state,
    ...(state === 'complete' ? { card_token: cardToken, card: card.mask, card_brand: 'Visa', wallet } : {}),
  },
})
export const notFound: Answering = {
  status: 400,
  json: { result: 'ERROR', error_code: 208001, error_message: 'Payment not found.' },
}

/** A platform whose form is complete and whose actions answer as told; anything else fails the test. */
export function platformWith(
  actions: Record<string, Answering | ((request: ReceivedRequest) => Answering)>,
  form = formIs('complete'),
) {
  return platformDouble((request) => {
    if (request.path === '/fields/sessions/session-1') return form
    if (request.path === '/good') return { text: heldWith('good') }
    const answering = actions[request.form['action'] ?? '']
    if (answering === undefined) throw new Error(`Unexpected ${request.path} ${request.form['action']}`)
    return typeof answering === 'function' ? answering(request) : answering
  })
}

export function railTo(url: string, limitsMs?: { charge: number; question: number }) {
  const baseUrl = 'https://exchange.example'
  return cardPlatform({ ...signer, paymentUrl: url, clientKey, baseUrl, ...(limitsMs ? { limitsMs } : {}) })
}

export function heldWith(descriptor: string): string {
  return JSON.stringify({ ...about, result: 'SUCCESS', status: 'PENDING', descriptor })
}
