import { complain, tell } from './eventLog.js'
import { faultsOf } from './playgroundForm.js'
import { sendJson, sendSigned } from './sendJson.js'

/**
 * @typedef {Readonly<Record<string, unknown>>} Parameters
 * @typedef {{ test_wallet_url: string | null }} Deposit with the page that sends the coins that the order waits for
 */

const ada = {
  first_name: 'Ada',
  last_name: 'Example',
  birth_date: '1990-12-31',
  country: 'DE',
  state: 'Berlin',
  city: 'Berlin',
  address: 'Example Street 1',
  postal_code: '10115',
  phone: '+49 30 123456',
}
const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** What a buyer paid before, by the card that they saved. It leaves most of the limit to the request. */
const before = {
  payin_amount: '20.00',
  payin_currency: 'EUR',
  payin_group: 'card',
  payout_currency: 'ETH',
  payout_group: 'crypto',
}
const WEEK_SECONDS = 604_800
const ASK_AGAIN_MS = 500

/** The steps that a draft can name. */
const steps = new Set(['address', 'you'])

/** The screens that a buyer who has signed in reaches, and what they do there. */
const signedIn = new Set([
  'payer',
  'order',
  'paid',
  'coins',
  'coins:few',
  'withdrawal',
  'discount',
  'session',
  'expired',
  'declined',
])
/** As many declines end an order. */
const MOST_ATTEMPTS = 3
const DECLINED = '02/2038'
const PAID = '01/2038'
/** The part of an order's coins that is less than the least purchase. */
const TOO_FEW = 0.05

/**
 * Brings a request to a screen by the calls of the widget itself, as if its buyer had come so far before.
 * @param {HTMLFormElement} form with the partner's key
 * @param {string} requestId
 * @param {string} screen
 * @param {Parameters} parameters what the request was opened with
 * @returns {Promise<string>} the request that is to be opened
 */
export async function bringTo(form, requestId, screen, parameters) {
  if (screen === 'unknown') return 'no-request-has-this-id'
  if (screen === 'canceled') {
    const own = parameters['partner_order_id']
    const path = `/api/v2/partner/request/${typeof own === 'string' ? own : requestId}/cancel`
    tellAnswer(`POST ${path}`, await sendSigned(form, path, ''))
  } else if (signedIn.has(screen) || screen.startsWith('card'))
    await play(form, requestId, screen, parameters)
  else if (steps.has(screen)) await call(requestId, 'draft', { step: screen }, {}, 'PUT')
  return requestId
}

/** @param {HTMLFormElement} form @param {string} requestId @param {string} screen @param {Parameters} parameters */
async function play(form, requestId, screen, parameters) {
  const email = `playground-${crypto.randomUUID()}@example.com`
  const group = parameters['payin_group'] ?? parameters['payin_group_default']
  if (screen === 'withdrawal' && group !== 'balance')
    return complain('The request is no withdrawal: start from “A withdrawal”.')
  if (screen === 'discount' && group !== 'sepa')
    return complain('The order is not paid by bank transfer: start from “A bank transfer”.')
  if (group === 'balance') await fillBalance(form, email)
  if (screen === 'card:saved') await buyBefore(form, email, { save: true })
  const token = await signIn(requestId, email)
  if (token === undefined) return
  // The widget of this tab resumes by it, as after a reload.
  sessionStorage.setItem(`cambio:${requestId}`, JSON.stringify({ token, email }))
  const session = { Authorization: `Bearer ${token}` }
  if (screen === 'payer') {
    await call(requestId, 'draft', { step: 'you' }, session, 'PUT')
    return
  }
  const coupon = screen === 'discount' ? { coupon: form.dataset['coupon'] } : {}
  const placed = await place(requestId, session, { ...parameters, ...coupon })
  if (!placed) return
  const order = placed.client_order_id
  if (screen.startsWith('coins')) await sendCoins(placed.deposit, screen === 'coins:few' ? TOO_FEW : 1)
  if (screen === 'discount') await buyBefore(form, email.replace('@', '+again@'), coupon)
  if (screen === 'paid' || screen === 'discount') await transfer(order)
  if (screen === 'session') await endSession(requestId, session)
  if (screen === 'expired') await advance(requestId, WEEK_SECONDS)
  if (screen === 'card:expired') await setFaults(requestId, { ...faultsOf(form), card_form: 'expired' })
  const [, card = '', bank, cvv] = screen.split(':')
  if (/^\d/.test(card)) await payByCard(order, { card, ...(bank && { bank }), ...(cvv && { cvv }) })
  if (screen === 'declined')
    for (let made = 0; made < MOST_ATTEMPTS; made += 1) await payByCard(order, { card: DECLINED })
}

/**
 * Lets a person pay an order of another request by card.
 * @param {HTMLFormElement} form
 * @param {string} email
 * @param {{ save?: boolean, coupon?: string | undefined }} how whether the card is saved, and what the order is cheaper by
 */
async function buyBefore(form, email, { save = false, coupon }) {
  const path = '/api/v2/partner/create_request'
  const answer = await sendSigned(form, path, JSON.stringify(before))
  tellAnswer(`POST ${path}`, answer)
  if (answer.status !== 200) return
  const requestId = answer.body.request_id
  const token = await signIn(requestId, email)
  if (token === undefined) return
  const terms = { ...before, ...(coupon !== undefined && { coupon }) }
  const placed = await place(requestId, { Authorization: `Bearer ${token}` }, terms)
  if (placed) await payByCard(placed.client_order_id, { card: PAID, save })
}

/** Lets a buyer have coins at the exchange, bought by bank transfer. @param {HTMLFormElement} form @param {string} email */
async function fillBalance(form, email) {
  const id = email.replace(/\W/g, '-')
  const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
  const client = { client_external_id: id, email, password: crypto.randomUUID(), ...origin }
  const order = {
    partner_order_id: `in-${id}`,
    payin_currency: 'EUR',
    payin_amount: '100.00',
    payin_group: 'sepa',
    payout_currency: 'ETH',
    payout_group: 'balance',
    client_email: email,
    ...origin,
  }
  const register = '/api/v2/partner/client/register'
  tellAnswer(`POST ${register}`, await sendSigned(form, register, JSON.stringify(client)))
  const create = '/api/v2/partner/order/create'
  const created = await sendSigned(form, create, JSON.stringify(order))
  tellAnswer(`POST ${create}`, created)
  if (created.status !== 200) return
  await transfer(created.body.client_order_id)
  const path = `/api/v2/partner/order/${order.partner_order_id}`
  for (;;) {
    const { status, body } = await sendSigned(form, path, '', 'GET')
    if (status !== 200 || body.status === 'finished') return
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

/** Ends a buyer's session, whose token the widget still has. @param {string} requestId @param {Record<string, string>} session */
async function endSession(requestId, session) {
  const path = `/api/widget/${requestId}/session`
  tellAnswer(`DELETE ${path}`, await sendJson(path, '', session, 'DELETE'))
}

/** @param {string} requestId @param {string} email @returns {Promise<string | undefined>} the token of the session */
async function signIn(requestId, email) {
  const code = await call(requestId, 'code', { email })
  const opened = code && (await call(requestId, 'session', { email, code: code['sandbox_code'] }))
  return opened?.['session']
}

/**
 * Pays an order by a test card.
 * @param {string} order
 * @param {{ card: string, cvv?: string, save?: boolean, bank?: string }} how the card by its expiry, its security code,
 *   whether it is saved, and what the buyer answers the bank
 */
async function payByCard(order, how) {
  const body = JSON.stringify({ client_order_id: order, ...how })
  tellAnswer('POST /sandbox/card', await sendJson('/sandbox/card', body))
}

/** @param {string} requestId @param {Record<string, string>} session @param {Parameters} parameters @returns {Promise<{ client_order_id: string, deposit: Deposit | null } | undefined>} the order */
async function place(requestId, session, parameters) {
  await call(requestId, 'payer', ada, session, 'PUT')
  const terms = [
    'payin_amount',
    'payout_amount',
    'payin_currency',
    'payin_group',
    'payout_currency',
    'payout_group',
    'coupon',
  ]
  const chosen = terms.map((name) => [name, parameters[name] ?? parameters[`${name}_default`]])
  const quote = await call(requestId, 'quote', Object.fromEntries(chosen), session)
  if (!quote) return undefined
  const address = parameters['dst_address'] === undefined ? { dst_address: wallet } : {}
  const placed = await call(requestId, 'order', { quote_id: quote['quote_id'], ...address }, session)
  return placed?.['order']
}

/** Lets the bank transfer of an order arrive. @param {string} order */
export async function transfer(order) {
  const answer = await fetch(`/sandbox/bank?order=${order}`, { method: 'POST' })
  tell(`POST /sandbox/bank: ${answer.status}`, { order })
  if (answer.status !== 200) complain('The order is not paid by bank transfer.')
}

/** Sends coins that an order waits for from the test wallet. @param {Deposit | null} deposit @param {number} part of the amount, at most 1 */
async function sendCoins(deposit, part) {
  if (!deposit?.test_wallet_url)
    return complain('The order is not paid in coins: start from “Coins for coins”.')
  const wallet = new URL(deposit.test_wallet_url)
  const amount = Number(wallet.searchParams.get('amount'))
  if (part < 1) wallet.searchParams.set('amount', (amount * part).toFixed(6))
  const { status } = await fetch(`${wallet.pathname}${wallet.search}`, { method: 'POST' })
  tell(`POST /sandbox/wallet: ${status}`, Object.fromEntries(wallet.searchParams))
}

/** Lets time pass for a request's order and quotes. @param {string} requestId @param {number} seconds */
export async function advance(requestId, seconds) {
  const body = JSON.stringify({ request_id: requestId, advance_seconds: seconds })
  tellAnswer('POST /sandbox/clock', await sendJson('/sandbox/clock', body))
}

/** Lets the outside world fail for a request, or work again. @param {string} requestId @param {Record<string, string>} faults */
export async function setFaults(requestId, faults) {
  const body = JSON.stringify({ request_id: requestId, ...faults })
  tellAnswer('POST /sandbox/faults', await sendJson('/sandbox/faults', body))
}

/**
 * @param {string} requestId
 * @param {string} act
 * @param {object} body
 * @param {Record<string, string>} [headers]
 * @param {string} [method]
 * @returns {Promise<Record<string, any> | undefined>} undefined where it was refused
 */
async function call(requestId, act, body, headers = {}, method = 'POST') {
  const path = `/api/widget/${requestId}/${act}`
  const answer = await sendJson(path, JSON.stringify(body), headers, method)
  tellAnswer(`${method} ${path}`, answer)
  return answer.status === 200 ? answer.body : undefined
}

/** @param {string} what @param {{ status: number, body: any }} answer */
function tellAnswer(what, { status, body }) {
  tell(`${what}: ${status}`, body)
  if (status !== 200) complain(`${body.code}: ${body.detail}`)
}
