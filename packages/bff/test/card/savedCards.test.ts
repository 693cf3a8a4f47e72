import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { openRig, type Rig } from '../rig.ts'

/* Cards that buyers had saved with the card platform. */

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const email = 'ada@example.com'
const token = 'c'.repeat(64)

/** A buyer whose payment brought the token of their card; answers the order that they place next. */
async function withSavedCard() {
  const first = await rig.placeOrder({ email })
  await rig.charge(first, 'held')
  const [attempt] = await rig.attempts(first.orderId)
  const { platformOrderId = '' } = attempt ?? {}
  const [sale] = rig.card.sales
  if (!sale) throw new Error('Nothing was charged')
  rig.card.reports(platformOrderId, {
    is: 'settled',
    transId: `trans-${platformOrderId}`,
    amount: sale.amount,
    returnRefused: false,
    savedCard: { token, expiry: '01/2038' },
  })
  await rig.settle()
  const order = await rig.placeOrder({ email })
  const saved = await rig.widget('GET', `${order.path}/saved`, undefined, order.session)
  expect(saved.at('cards')).toMatchObject([
    { card_number: '411111******1111', card_type: 'Visa', expiry: '01/2038' },
  ])
  return { ...order, card: String(saved.at('cards.0.id')) }
}

test('a card whose buyer had it saved is offered again, its form is opened by its token, and no answer or row tells that', async () => {
  const { path, session, card } = await withSavedCard()
  const form = await rig.widget('POST', `${path}/fields`, { saved_card: card }, session)
  expect(form.status).toBe(200)
  expect(rig.card.openings.at(-1)).toMatchObject({ cardToken: token })
  const saved = await rig.widget('GET', `${path}/saved`, undefined, session)
  expect(`${form.text} ${saved.text}`).not.toContain(token)
  const rows = await rig.query<{ row: string }>(statement('select saved_card::text as row from saved_card'))
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain(token)
})

test('a saved card is its own buyer’s: for another buyer any card is asked for, and they forget none', async () => {
  const { path, session, card } = await withSavedCard()
  const other = await rig.placeOrder({ email: 'eve@example.com' })
  await rig.widget('POST', `${other.path}/fields`, { saved_card: card }, other.session)
  expect(rig.card.openings.at(-1)).toMatchObject({ cardToken: null })
  await rig.widget('POST', `${other.path}/saved/forget`, { card_id: card }, other.session)
  await rig.widget('POST', `${path}/fields`, { saved_card: card }, session)
  expect(rig.card.openings.at(-1)).toMatchObject({ cardToken: token })
})

test('the operator lists a saved card by its masked number and takes it away, once, with a reason that is kept', async () => {
  const { path, session, card } = await withSavedCard()
  const saved = await rig.runCommand('client', 'saved', email, '--partner', 'SHOP', '--json')
  expect(JSON.parse(saved.output)).toMatchObject({
    devices: [],
    cards: [{ id: card, card_number: '411111******1111', card_type: 'Visa', expiry: '01/2038' }],
  })
  expect(saved.output).not.toContain(token)
  const forget = ['client', 'forget', email, '--partner', 'SHOP', '--card', card, '--reason', 'A stolen card']
  expect(await rig.runCommand(...forget)).toMatchObject({ ok: true })
  expect((await rig.widget('GET', `${path}/saved`, undefined, session)).at('cards')).toEqual([])
  const again = await rig.runCommand(...forget)
  expect(again).toMatchObject({ ok: false })
  expect(again.output).toContain(`${email} has saved no card ${card}. Nothing was changed.`)
  const acts = (await rig.runCommand('partner', 'show', 'SHOP', '--json')).output
  expect(JSON.parse(acts)).toMatchObject({ acts: [{ act: 'forget_card', reason: 'A stolen card' }] })
})

test('a card that its buyer forgets, or whose token the platform takes no longer, is not offered again', async () => {
  const { path, session, card } = await withSavedCard()
  rig.card.refusesTokens()
  const form = await rig.widget('POST', `${path}/fields`, { saved_card: card }, session)
  expect(form.status).toBe(200)
  expect(rig.card.openings.at(-1)).toMatchObject({ cardToken: null })
  const saved = await rig.widget('GET', `${path}/saved`, undefined, session)
  expect(saved.at('cards')).toEqual([])
})

test('a saved card is forgotten by a press', async () => {
  const { path, session, card } = await withSavedCard()
  const after = await rig.widget('POST', `${path}/saved/forget`, { card_id: card }, session)
  expect(after.at('cards')).toEqual([])
  expect(statusAndCode(await rig.widget('GET', `${path}/saved`))).toEqual([401, 'session_invalid'])
})
