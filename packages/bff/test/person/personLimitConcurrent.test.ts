import { followCardNotice } from '@cambio/exchange/payin/card/followCardNotice.ts'
import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderDeps } from '../../src/program/orderDeps.ts'
import type { TypedCard } from '../card/cardDouble.ts'
import { openRig, type Rig } from '../rig.ts'

/* A person's limit is one, also where every payment of theirs was under way before any of them was confirmed. */

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const terms = {
  payin_currency: 'EUR',
  payin_group: 'card',
  payin_amount: '150.00',
  payout_currency: 'ETH',
  payout_group: 'crypto',
}
const spellings = ['jane.doe', 'janedoe', 'j.anedoe', 'ja.nedoe', 'jan.edoe', 'janedoe+6']
const wallet = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'
const cardOf = (fingerprint: string): TypedCard => ({ fingerprint, mask: '535353******0008' })

type Buyer = { readonly path: string; readonly session: string; readonly platformOrderId: string }

/** Takes an order of 150 EUR as far as the bank's question whether its buyer approves. */
async function challenge(email: string, dst_address: string, card?: TypedCard): Promise<Buyer> {
  const opened = await rig.partner('POST', '/api/v2/partner/create_request', terms)
  const entry = String(opened.at('request_id'))
  const path = `/api/widget/${entry}`
  const session = await rig.buyerAt(entry, email)
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  const placed = await rig.widget(
    'POST',
    `${path}/order`,
    { quote_id: quote.at('quote_id'), dst_address },
    session,
  )
  expect([placed.status, placed.at('detail')]).toEqual([200, undefined])
  const form = await rig.widget('POST', `${path}/fields`, {}, session)
  const session_id = String(form.at('session_id'))
  rig.card.fill(session_id, 'challenged', card)
  const charged = await rig.widget('POST', `${path}/charge`, { session_id, challenge: 'frame' }, session)
  expect(charged.at('order.attempt.state')).toBe('challenge')
  const [attempt] = await rig.attempts(String(charged.at('order.client_order_id')))
  return { path, session, platformOrderId: attempt?.platformOrderId ?? '' }
}

async function statusesOf(buyers: readonly Buyer[]) {
  const views = await Promise.all(
    buyers.map(({ path, session }) => rig.widget('GET', path, undefined, session)),
  )
  return views.map((view) => [view.at('order.status'), view.at('order.substatus')].map(String).join(' '))
}

const waits = 'pending identity_pending'

describe('six orders of one person that are approved at once', () => {
  const people: Readonly<Record<string, () => Promise<Buyer[]>>> = {
    'under six spellings of a mailbox': async () => {
      const buyers = []
      for (const [index, name] of spellings.entries())
        buyers.push(await challenge(`${name}@gmail.com`, `0x${String(index + 1).padStart(40, 'a')}`))
      return buyers
    },
    'to one wallet': async () => {
      const buyers = []
      for (const index of spellings.keys())
        buyers.push(await challenge(`wallet-${index}@example.com`, wallet))
      return buyers
    },
    'with one card': async () => {
      const buyers = []
      for (const index of spellings.keys())
        buyers.push(
          await challenge(
            `card-${index}@example.com`,
            `0x${String(index + 1).padStart(40, 'b')}`,
            cardOf('one'),
          ),
        )
      return buyers
    },
  }

  // The others below are settled.
  test.each(rowsOf(['held', 'settled'] as const, (is) => is === 'held'))(
    'six orders of one person approved at once buy for 150 EUR together when they are %s',
    async (is) => {
      const buyers = await people['under six spellings of a mailbox']?.()
      if (!buyers) throw new Error('There are no buyers')
      for (const { platformOrderId } of buyers) {
        const transId = `trans-${platformOrderId}`
        const amount = { units: 15_000n, currency: 'EUR' }
        rig.card.reports(platformOrderId, {
          is,
          transId,
          amount,
          captureRefused: false,
          returnRefused: false,
        })
      }
      await rig.work.tick()
      rig.pass(20_000)
      await rig.work.tick()
      const statuses = await statusesOf(buyers)
      expect(statuses.filter((status) => status === waits)).toHaveLength(5)
    },
  )

  test.each(Object.keys(people))(
    'six orders of one person approved at once, %s, buy for 150 EUR together',
    async (name) => {
      const buyers = (await people[name]?.()) ?? []
      for (const { platformOrderId } of buyers) rig.card.becomes(platformOrderId, 'settled')
      rig.pass(20_000)
      await rig.work.tick()
      const statuses = await statusesOf(buyers)
      expect(statuses.filter((status) => status !== waits)).toHaveLength(1)
      await rig.settle()
    },
  )
})

test('orders that each share a mark with the one before belong to one person, once the shared order’s money is there', async () => {
  const buyers = []
  for (const index of [0, 1, 2, 3, 4, 5]) {
    const address = `0x${String(Math.floor(index / 2) + 1).padStart(40, 'c')}`
    const card = cardOf(`chain-${Math.floor((index + 1) / 2)}`)
    buyers.push(await challenge(`chain-${index}@example.com`, address, card))
  }
  for (const { platformOrderId } of buyers) {
    rig.card.becomes(platformOrderId, 'settled')
    await followCardNotice(orderDeps(rig.exchange), { platformOrderId })
  }
  const statuses = await statusesOf(buyers)
  expect(statuses.filter((status) => status !== waits)).toHaveLength(1)
  await rig.settle()
})
