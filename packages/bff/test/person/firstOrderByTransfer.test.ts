import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSepaRig, type SepaRig } from '../bank/sepaRig.ts'
import { statement, type Line } from '../bank/statement.ts'
import { registerClient } from '../client/registerClient.ts'
import { freshWallet, openDepositRig } from '../deposit/depositRig.ts'
import { ethAddress, openRig, payer, shop, type Reply, type Rig } from '../rig.ts'

/*
 * A free first order that no card is charged for. Others of the same person may have placed one too, while none was paid:
 * it is free for the one whose money came first.
 */

let rig: Rig
let importStatement: SepaRig['importStatement']
let close: SepaRig['close']
beforeEach(async () => {
  ;({ rig, importStatement, close } = await openSepaRig(await openRig()))
  await rig.ensurePartner({ ...shop, firstOrderFree: true })
})
afterEach(() => close())

const byTransfer = { payin_currency: 'EUR', payin_group: 'sepa', payout_currency: 'ETH' }
const terms = { ...byTransfer, payin_amount: '50.00' }

type Buyer = { readonly path: string; readonly session: string }

const entryOf = async (on: Rig) =>
  String((await on.partner('POST', '/api/v2/partner/create_request', {})).at('request_id'))

/** A buyer who chooses the wallet, in front of a request of the shop's. */
async function buyerCalled(email: string, on = rig): Promise<Buyer> {
  const entry = await entryOf(on)
  return { path: `/api/widget/${entry}`, session: await on.buyerAt(entry, email) }
}

/** One who has given details before. */
async function signedIn(email: string): Promise<Buyer> {
  const path = `/api/widget/${await entryOf(rig)}`
  const sent = await rig.widget('POST', `${path}/code`, { email })
  const opened = await rig.widget('POST', `${path}/session`, { email, code: sent.at('sandbox_code') })
  return { path, session: String(opened.at('session')) }
}

const requestQuote = (
  { path, session }: Buyer,
  on: Pick<Rig, 'widget'> = rig,
  changedTerms: object = terms,
) => on.widget('POST', `${path}/quote`, changedTerms, session)

const placed = ({ path, session }: Buyer, quote: unknown, wallet: string, on: Pick<Rig, 'widget'> = rig) =>
  on.widget('POST', `${path}/order`, { quote_id: quote, dst_address: wallet }, session)

/** Places at a price that was free of the fee, or else at the fresh one that is told then. */
async function placedAnyway(buyer: Buyer, wallet: string, quote: Reply): Promise<string> {
  expect(quote.at('margin_fee')).toBe('0.00')
  const reply = await placed(buyer, quote.at('quote_id'), wallet)
  if (reply.status === 200) return String(reply.at('order.margin_fee'))
  expect([reply.status, reply.at('code')]).toEqual([409, 'quote_expired'])
  const again = await placed(buyer, reply.at('quote.quote_id'), wallet)
  expect([again.status, again.at('order.margin_fee')]).toEqual([200, reply.at('quote.margin_fee')])
  return String(again.at('order.margin_fee'))
}

const boughtAnyway = async (email: string, wallet: string) => {
  const buyer = await buyerCalled(email)
  return placedAnyway(buyer, wallet, await requestQuote(buyer))
}

type Placed = Buyer & { readonly line: Line }

/** Places a transfer that is told to be free of the fee. */
async function placedFree(buyer: Buyer, wallet: string = freshWallet(), amount = '50.00'): Promise<Placed> {
  const quote = await requestQuote(buyer, rig, { ...terms, payin_amount: amount })
  const order = await placed(buyer, quote.at('quote_id'), wallet)
  expect([order.status, order.at('order.margin_fee')]).toEqual([200, '0.00'])
  const id = String(order.at('order.client_order_id'))
  return { ...buyer, line: { reference: id, amount, lines: [id] } }
}

/** Pays transfers, all at once. @returns the fees that they then bear */
async function pay(...orders: readonly Placed[]): Promise<string[]> {
  const imported = await importStatement(statement(orders.map(({ line }) => line)))
  expect(imported).toMatchObject({ matched: orders.length })
  await rig.work.tick()
  return Promise.all(
    orders.map(async ({ path, session }) => {
      const shown = await rig.widget('GET', path, undefined, session)
      expect(shown.at('order.status')).not.toMatch(/^(payin_pending|processing)$/)
      return String(shown.at('order.margin_fee'))
    }),
  )
}

async function paid(email: string, wallet: string): Promise<void> {
  expect(await pay(await placedFree(await buyerCalled(email), wallet))).toEqual(['0.00'])
}

describe('a free first order that is paid by bank transfer', () => {
  test('a first order by transfer is not free when another’s free one went to its wallet', async () => {
    const wallet = freshWallet()
    await paid('one@example.com', wallet)
    expect(await boughtAnyway('two@example.com', wallet.toUpperCase().replace('0X', '0x'))).toBe('0.75')
    expect(await boughtAnyway('three@example.com', freshWallet())).toBe('0.00')
  })

  test('a first order by transfer stays free for a buyer whose wallet was only typed by another', async () => {
    const wallet = freshWallet()
    expect(await boughtAnyway('stranger@example.com', wallet)).toBe('0.00')
    expect(await boughtAnyway('owner@example.com', wallet)).toBe('0.00')
  })

  test('a first order by transfer is free once for all who were verified under one name and birth date', async () => {
    const details = { ...payer, last_name: 'Kareniná', birth_date: '1988-08-08' }
    const verified = async (email: string, first_name = 'ANNA') => {
      const order = await cardOrder(email, '200.00', { ...details, first_name })
      const limited = await rig.charge(order, 'held')
      const page = new URL(String(limited.at('order.verification_url'))).pathname
      await rig.send('POST', page, { body: 'decision=approve' })
      return order
    }
    const lapsing = await verified('second@example.com', 'Ánna')
    await rig.settle()
    expect((await rig.widget('GET', lapsing.path, undefined, lapsing.session)).at('order.status')).toBe(
      'expired',
    )
    const first = await verified('first@example.com')
    expect((await rig.charge(first, 'held')).at('order.status')).toBe('auth_success')
    const other = await signedIn('second@example.com')
    expect((await requestQuote(other)).at('margin_fee')).toBe('0.75')
  })

  test('a first order by transfer is free once for four spellings of one mailbox whose money arrives at once', async () => {
    const names = ['jane.doe', 'janedoe', 'j.anedoe', 'jane.doe+4']
    const buyers = await Promise.all(names.map((name) => buyerCalled(`${name}@gmail.com`)))
    const orders = await Promise.all(buyers.map((buyer) => placedFree(buyer)))
    expect((await pay(...orders)).toSorted()).toEqual(['0.00', '0.75', '0.75', '0.75'])
    const fifth = await buyerCalled('janedoe+5@googlemail.com')
    expect((await requestQuote(fifth)).at('margin_fee')).toBe('0.75')
    expect(
      (await rig.charge(await cardOrder('janedoe+6@gmail.com'), 'held')).at('order.margin_fee'),
    ).not.toBe('0.00')
  })

  test('a first order by transfer is free for the one of two spellings whose money came first', async () => {
    const one = await placedFree(await buyerCalled('jane@example.com'))
    const other = await placedFree(await buyerCalled('jane+2@example.com'))
    expect(await pay(other)).toEqual(['0.00'])
    expect(await pay(one)).toEqual(['0.75'])
  })

  test('a first order by transfer stays free for a buyer whose money waits for an identity check', async () => {
    const large = await placedFree(await buyerCalled('jane@example.com'), freshWallet(), '200.00')
    const small = await placedFree(await buyerCalled('jane+2@example.com'))
    for (const level of ['unverified', 'email_phone', 'basic']) {
      const words = ['tariff', 'set', `caps.sepa.${level}EurCents`, '10000']
      expect(await rig.runCommand(...words)).toMatchObject({ ok: true })
    }
    await rig.catalogue.refresh()
    expect(await pay(large)).toEqual(['0.00'])
    const waiting = await rig.widget('GET', large.path, undefined, large.session)
    expect(waiting.at('order.status')).toBe('pending')
    expect(await pay(small)).toEqual(['0.75'])
  })

  test('a first order by transfer is free for the one of two buyers with one wallet whose money came first', async () => {
    const wallet = freshWallet()
    const orders = [
      await placedFree(await buyerCalled('one@example.com'), wallet),
      await placedFree(await buyerCalled('two@example.com'), wallet),
    ]
    expect((await pay(...orders)).toSorted()).toEqual(['0.00', '0.75'])
  })

  test('a first order by transfer keeps the coupon that it names when it is no first one any more', async () => {
    const made = ['--partner', 'SHOP', '--off', '50', '--until', '2026-04-01T00:00:00Z', '--uses', '10']
    expect((await rig.runCommand('coupon', 'create', 'HALF', ...made)).ok).toBe(true)
    const create = (index: number) =>
      rig.partner('POST', '/api/v2/partner/order/create', {
        ...terms,
        partner_order_id: `with-coupon-${index}`,
        client_email: `joe.bloggs+${index}@example.com`,
        coupon: 'HALF',
        dst_address: ethAddress,
        client_ip: '192.0.2.7',
        remote_country: 'DE',
      })
    const fees = await feesPaid([await create(1), await create(2)])
    expect(fees.toSorted()).toEqual(['0.00', '0.38'])
  })

  test('a first order by transfer is free once for four spellings that a partner orders for', async () => {
    const create = (index: number) =>
      rig.partner('POST', '/api/v2/partner/order/create', {
        ...terms,
        partner_order_id: `spelling-${index}`,
        client_email: `joe.bloggs+${index}@example.com`,
        dst_address: ethAddress,
        client_ip: '192.0.2.7',
        remote_country: 'DE',
      })
    const created = await Promise.all([0, 1, 2, 3].map(create))
    expect((await feesPaid(created)).toSorted()).toEqual(['0.00', '0.75', '0.75', '0.75'])
  })

  test('a first order by transfer is free once for two spellings that order by themselves', async () => {
    const clients = [await registerClient(rig, { email: 'joe@example.com' })]
    clients.push(await registerClient(rig, { email: 'joe+2@example.com' }))
    const made = await Promise.all(
      clients.map((client) =>
        client.send('POST', '/api/v2/client/order/create', { ...terms, dst_address: ethAddress }),
      ),
    )
    expect((await feesPaid(made)).toSorted()).toEqual(['0.00', '0.75'])
  })

  test('a first order by transfer is free for everybody again when the order came to nothing', async () => {
    expect(await boughtAnyway('jane@example.com', freshWallet())).toBe('0.00')
    for (let hours = 0; hours <= 72; hours += 2) await rig.settle()
    expect(await boughtAnyway('jane+2@example.com', freshWallet())).toBe('0.00')
  })
})

test('coins that come for a free first order take it from another with the same wallet', async () => {
  const chain = await openDepositRig()
  const coins = { payin_currency: 'ETH', payin_group: 'crypto', payin_amount: '0.1', payout_currency: 'USDC' }
  try {
    await chain.ensurePartner({ ...shop, firstOrderFree: true })
    const wallet = freshWallet()
    const first = await buyerCalled('one@example.com', chain.exchangeRig)
    const quote = await requestQuote(first, chain, coins)
    const order = await placed(first, quote.at('quote_id'), wallet, chain)
    await chain.pay(String(order.at('order.deposit.address')), '0.1')
    await chain.settle()
    const shown = await chain.widget('GET', first.path, undefined, first.session)
    expect([shown.at('order.status'), Number(shown.at('order.margin_fee'))]).toEqual(['finished', 0])
    const second = await buyerCalled('two@example.com', chain.exchangeRig)
    const other = await requestQuote(second, chain, coins)
    expect(Number(other.at('margin_fee'))).toBe(0)
    const refused = await placed(second, other.at('quote_id'), wallet, chain)
    expect(refused.at('code')).toBe('quote_expired')
    const dearer = await placed(second, refused.at('quote.quote_id'), wallet, chain)
    expect(Number(dearer.at('order.margin_fee'))).toBeGreaterThan(0)
    await chain.check()
  } finally {
    await chain.close()
  }
})

/** Pays the transfers of orders that the API made, all at once. @returns the fees that they then bear */
async function feesPaid(created: readonly Reply[]): Promise<string[]> {
  expect(created.map(({ status }) => status)).toEqual(created.map(() => 200))
  const lines = created.map((reply) => {
    const id = String(reply.at('client_order_id'))
    return { reference: id, amount: '50.00', lines: [id] }
  })
  expect(await importStatement(statement(lines))).toMatchObject({ matched: lines.length })
  await rig.work.tick()
  return Promise.all(
    created.map(async (reply) => {
      const id = reply.at('partner_order_id') === undefined ? 'client_order_id' : 'partner_order_id'
      const order = await rig.partner('GET', `/api/v2/partner/order/${String(reply.at(id))}`)
      return String(order.at('service_fee_amount'))
    }),
  )
}

/** An order in the widget that is to be paid by card. */
async function cardOrder(email: string, payin_amount = '50.00', details = payer): Promise<Buyer> {
  const cardTerms = { payin_currency: 'EUR', payin_group: 'card', payout_currency: 'ETH', payin_amount }
  const buyer = await buyerCalled(email)
  await rig.widget('PUT', `${buyer.path}/payer`, details, buyer.session)
  const quote = await requestQuote(buyer, rig, cardTerms)
  expect((await placed(buyer, quote.at('quote_id'), freshWallet())).status).toBe(200)
  return buyer
}
