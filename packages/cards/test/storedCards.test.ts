import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Acquirer } from '../src/acquirers/Acquirer.ts'
import type { SubmittedCard, SubmittedCode } from '../src/fields/SubmittedCard.ts'
import { fieldsVault } from '../src/vault/fieldsSessions.ts'
import { merchantId, openRig, password, saleFields, visa, type Rig } from './rig.ts'

/* Cards that the buyer had stored, and that are paid by their security code alone. */

const neighbour = '22222222-2222-4222-8222-222222222222'
/** A number that is no published test card, so that it has a fingerprint. The acquirer here takes it. */
const number = '5353530000000008'
const card = { number, exp_month: '01', exp_year: '2030', code: '123' }
const acquirer: Acquirer = {
  name: 'willing',
  authorise: async () => ({ is: 'done', reference: 'ref' }),
  getPaymentStatus: async () => ({ is: 'done', reference: 'ref' }),
  capture: async () => ({ is: 'done' }),
  reverse: async () => ({ is: 'done' }),
  refund: async () => ({ is: 'done' }),
}

let rig: Rig
beforeEach(async () => {
  rig = await openRig({ acquirer })
})
afterEach(() => rig.close())

async function open(more: object, client_key = merchantId): Promise<Record<string, unknown>> {
  const request = {
    client_key,
    parent_origin: 'https://exchange.example',
    ancestors: ['https://exchange.example'],
  }
  const body = JSON.stringify({ ...request, ...more })
  const headers = { 'api-signature': signRequest(password, '/fields/sessions', body) }
  const reply = await rig.app.request('/fields/sessions', { method: 'POST', body, headers })
  return (await reply.json()) as Record<string, unknown>
}

async function submitCard(more: object, handed: SubmittedCard | SubmittedCode) {
  const id = String((await open(more))['session_id'])
  const state = await fieldsVault(rig.platform).submitCard(id, handed)
  const path = `/fields/sessions/${id}`
  const reply = await rig.app.request(path, { headers: { 'api-signature': signRequest(password, path, '') } })
  return { id, state, session: (await reply.json()) as Record<string, string> }
}

let orders = 0
function pay(card_token = '', card_cvv2 = '') {
  orders += 1
  const typed = { card_number: '', card_exp_month: '', card_exp_year: '' }
  return rig.send(saleFields({ ...typed, card_cvv2, card_token, order_id: `stored-${orders}` }))
}

/** The token that lasts, of a card that its buyer wanted to be stored. */
async function stored(): Promise<string> {
  const { session } = await submitCard({ req_token: 'Y' }, { ...card, store: true })
  const sale = await pay(session['card_token'])
  expect(sale.body).toMatchObject({ result: 'SUCCESS', card_expiration_date: '01/2030' })
  return String(sale.body['card_token'])
}

test('a card that its buyer had stored pays again by its security code alone, and is the same card to its merchant', async () => {
  const typed = await submitCard({}, card)
  const token = await stored()
  const { id, state, session } = await submitCard({ card_token: token }, { code: '321' })
  expect(state).toBe('done')
  expect(session).toMatchObject({
    state: 'complete',
    card: '535353******0008',
    card_fingerprint: typed.session['card_fingerprint'],
  })
  expect(await fieldsVault(rig.platform).session(id)).toMatchObject({
    storedCard: { mask: '535353******0008', brand: 'MasterCard', expiry: { month: '01', year: '2030' } },
    mayStore: false,
  })
  const sale = await pay(session['card_token'])
  expect(sale.body).toMatchObject({ result: 'SUCCESS', card: '535353******0008' })
  expect(sale.body).not.toHaveProperty('card_token')
  expect((await pay(token)).body).toMatchObject({
    errors: [{ error_message: 'card_cvv2: This value should not be blank.' }],
  })
})

test.each([
  ['the merchant did not ask whether', {}, true],
  ['the buyer did not say so', { req_token: 'Y' }, false],
])('a card is not stored where %s', async (_why, more, store) => {
  const { session } = await submitCard(more, { ...card, store })
  const sale = await pay(session['card_token'])
  expect(sale.body).toMatchObject({ result: 'SUCCESS' })
  expect(sale.body).not.toHaveProperty('card_token')
})

test('the history of a payment tells the token of its card, for a merchant that lost the answer', async () => {
  const { session } = await submitCard({ req_token: 'Y' }, { ...card, number: visa, store: true })
  const sale = await pay(session['card_token'])
  expect((await rig.followUp('GET_TRANS_DETAILS', sale.body.trans_id)).body).toMatchObject({
    card_token: sale.body['card_token'],
    card_expiration_date: '01/2030',
  })
})

test('a form for a stored card takes no other card, and a form for a card no bare code', async () => {
  const token = await stored()
  expect((await submitCard({ card_token: token }, { ...card, number: '4242424242424242' })).state).toBe(
    'invalid',
  )
  expect((await submitCard({}, { code: '123' })).state).toBe('invalid')
})

test('no form is opened for a token that is unknown, another merchant’s or expired, nor taken once its card has expired', async () => {
  const token = await stored()
  await rig.saveMerchant({ id: neighbour })
  expect(await open({ card_token: 'a'.repeat(64) })).toMatchObject({ error_code: 205005 })
  expect(await open({ card_token: token }, neighbour)).toMatchObject({ error_code: 205007 })
  rig.pass(Date.UTC(2030, 1, 1, 12) - rig.platform.clock.now().getTime() - 1)
  const late = String((await open({ card_token: token }))['session_id'])
  rig.pass(1)
  expect(await fieldsVault(rig.platform).submitCard(late, { code: '123' })).toBe('expired')
  expect(await open({ card_token: token })).toMatchObject({ error_code: 205006 })
})
