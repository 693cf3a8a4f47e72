import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ethAddress, openRig, rival, type Rig } from '../rig.ts'

/* What belongs to one buyer, request or partner is of no use to another. */

const otherAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

/** A buyer in front of a fresh request, with a price. */
async function requestQuote(email: string, fields: Record<string, string> = {}) {
  const entry = await rig.openRequest(fields)
  const path = `/api/widget/${entry}`
  const session = await rig.buyerAt(entry, email)
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  return { path, session, quote_id: String(quote.at('quote_id')) }
}

async function formOf(order: { path: string; session: string }): Promise<string> {
  const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
  return String(form.at('session_id'))
}

describe('the quote of a request', () => {
  test('a quote of another request buys nothing', async () => {
    const mine = await requestQuote('same@example.com')
    const other = await requestQuote('same@example.com')
    const body = { quote_id: other.quote_id }
    const refused = await rig.widget('POST', `${mine.path}/order`, body, mine.session)
    expect(refused.status).toBe(409)
    expect(refused.at('code')).toBe('quote_expired')
    expect((await rig.widget('GET', mine.path, undefined, mine.session)).at('order')).toBeNull()
  })
})

describe('an address that the partner fixed', () => {
  test('an address that the partner fixed gets the coins, whatever the buyer sends', async () => {
    const { path, session, quote_id } = await requestQuote('fixed@example.com', { dst_address: ethAddress })
    const body = { quote_id, dst_address: otherAddress }
    const created = await rig.widget('POST', `${path}/order`, body, session)
    if (created.status === 200) expect(created.at('order.dst_address')).toBe(ethAddress)
    expect(created.text).not.toContain(otherAddress)
  })
})

describe('the card form of an order', () => {
  test('a card form of another order charges nothing', async () => {
    const mine = await rig.placeOrder()
    const theirs = await rig.placeOrder()
    const session_id = await formOf(theirs)
    rig.card.fill(session_id, 'held')
    const sales = rig.card.sales.length
    const body = { session_id, challenge: 'frame' }
    const refused = await rig.widget('POST', `${mine.path}/charge`, body, mine.session)
    expect(refused.at('code')).toBe('card_session_over')
    expect(rig.card.sales).toHaveLength(sales)
  })

  test('a card form is charged by nobody but the order’s own buyer', async () => {
    const order = await rig.placeOrder()
    const session_id = await formOf(order)
    rig.card.fill(session_id, 'held')
    const stranger = await rig.buyerAt(await rig.openRequest(), 'stranger@example.com')
    const sales = rig.card.sales.length
    for (const path of ['fields', 'charge'])
      expect(
        (await rig.widget('POST', `${order.path}/${path}`, { session_id, challenge: 'frame' }, stranger))
          .status,
      ).toBeGreaterThanOrEqual(400)
    expect(rig.card.sales).toHaveLength(sales)
    const view = await rig.widget('GET', order.path, undefined, stranger)
    expect(view.at('order')).toBeNull()
  })
})

test('a session of one partner’s buyer opens no request of another partner', async () => {
  const order = await rig.placeOrder()
  const opened = await rig.partner('POST', '/api/v2/partner/create_request', {}, { as: rival })
  const path = `/api/widget/${String(opened.at('request_id'))}`
  expect((await rig.widget('PUT', `${path}/payer`, {}, order.session)).status).toBe(401)
})
