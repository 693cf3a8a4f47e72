import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { stripeAcquirer } from '../../src/acquirers/stripe/stripeAcquirer.ts'
import { followUpHash, subjectOf } from '../../src/protocol/hash.ts'
import { openRig, type Fields, type Reply, type Rig } from '../rig.ts'
import { openStripeDouble, type StripeDouble } from './stripeDouble.ts'

/* A platform whose cards Stripe's double takes, with a merchant and a buyer. */

export let rig: Rig
export let stripe: StripeDouble

/** Opens both for the tests of the file that calls this, and closes them after the last. */
export function useStripeRig(): void {
  beforeAll(async () => {
    stripe = await openStripeDouble({ now: () => rig.platform.clock.now() })
    const account = {
      url: stripe.url,
      key: stripe.key,
      webhookSecrets: ['whsec_before', stripe.webhookSecret],
    }
    rig = await openRig({ acquirer: (deps) => stripeAcquirer(deps, account) })
  })
  afterEach(async () => {
    expect(stripe.cuts).toEqual([])
    expect(await imbalances(rig.database.query)).toEqual([])
  })
  afterAll(async () => {
    await rig.close()
    await stripe.close()
  })
}

export const SUCCESS = '4242424242424242'
export const ASKS_3DS = '4000000000003220'
export const REFUND_PENDING = '4000000000007726'
export const MINUTE = 60_000

let count = 0
export const sell = (card_number = SUCCESS, fields: Fields = {}) =>
  rig.sale({ order_id: `stripe-${(count += 1)}`, card_number, ...fields })

export const intentOf = (sale: Reply) => {
  const intent = stripe.intentOf(sale.body.trans_id)
  if (intent === undefined) throw new Error('There is no intent of this sale.')
  return intent
}

export async function statusOf(sale: Reply, card = SUCCESS): Promise<string> {
  return String((await follow('GET_TRANS_STATUS', sale, {}, card)).body['status'])
}

export async function follow(
  action: string,
  sale: Reply,
  fields: Fields = {},
  card = SUCCESS,
): Promise<Reply> {
  const { password, algorithm } = rig.merchant
  const hash = followUpHash({ password, algorithm }, 'doe@example.com', sale.body.trans_id, subjectOf(card))
  return rig.followUp(action, sale.body.trans_id, { hash, ...fields })
}

export async function pass(ms: number): Promise<void> {
  rig.pass(ms)
  await rig.settle()
}

export async function settled(card = SUCCESS, fields: Fields = {}): Promise<Reply> {
  const sale = await sell(card, fields)
  await pass(1000)
  expect(await statusOf(sale, card)).toBe('SETTLED')
  return sale
}

/** The buyer decides at the bank's page and follows the link back. */
export async function decide(sale: Reply, decision: 'approve' | 'decline'): Promise<number> {
  const body = new URLSearchParams({ decision })
  const at = `${stripe.url}/3ds/${intentOf(sale).id}`
  const answer = await fetch(at, { method: 'POST', body, redirect: 'manual' })
  const back = answer.headers.get('location')
  if (back !== null) await rig.app.request(back)
  return answer.status
}

export function sendWebhook(
  body: string,
  header: string | undefined = stripe.signature(body),
): Promise<Response> {
  const headers = { 'stripe-signature': header, 'content-type': 'application/json' }
  return Promise.resolve(rig.app.request('/upstream/stripe/notify', { method: 'POST', body, headers }))
}

/** Sends the webhooks that the double has waiting; the platform then does what they made due. */
export async function sendAllWebhooks(): Promise<void> {
  for (const { body } of stripe.events.splice(0)) expect((await sendWebhook(body)).status).toBe(200)
  await rig.settle()
}

export const notificationsOf = (sale: Reply) =>
  rig.inbox
    .filter(({ trans_id }) => trans_id === sale.body.trans_id)
    .map(({ action, result, status }) => [action, result, status].join(' ').trim())

export const actsOf = (path: RegExp, sale: Reply) => {
  const { id } = intentOf(sale)
  return stripe.acts.filter(
    (act) => path.test(act.path) && (act.path.includes(id) || act.form.toString().includes(id)),
  )
}
