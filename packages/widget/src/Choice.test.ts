import { expect, test } from 'vitest'
import { buyer, view } from '../test/views.ts'
import { quoteRequestOf, draftOf, getCurrency, payWithCurrency, startingChoice } from './Choice.ts'

test('a fixed value wins over the draft, the draft over the default, the default over the first offered', () => {
  const fixed = { payin_currency: 'EUR' }
  const draft = { payin_currency: 'USD', payout_currency: 'XRP' }
  const defaults = { payout_currency: 'ETH', payin_group: 'sepa' }
  expect(startingChoice({ ...view, fixed, draft, defaults })).toMatchObject({
    payin_currency: 'EUR',
    payin_group: 'sepa',
    payout_currency: 'XRP',
    payout_group: 'crypto',
  })
  expect(startingChoice(view)).toMatchObject({
    payin_currency: 'EUR',
    payin_group: 'card',
    payout_currency: 'ETH',
  })
})

test.each([
  [{ fixed: { payout_amount: '1' }, defaults: {} }, 'payout', '1'],
  [{ fixed: {}, defaults: { payin_amount: '50' } }, 'payin', '50'],
  [{ fixed: {}, defaults: { payout_amount: '2' } }, 'payout', '2'],
] as const)('the side whose amount is given is the exact one: %j', (fields, exact, amount) => {
  expect(startingChoice({ ...view, ...fields })).toMatchObject({ exact, amount })
})

test('a currency that cannot buy the other replaces it, and the way to pay with it', () => {
  const choice = startingChoice({ ...view, defaults: { payin_group: 'sepa', payout_currency: 'ETH' } })
  expect(payWithCurrency(choice, view.offer, 'USD')).toMatchObject({
    payin_currency: 'USD',
    payin_group: 'card',
    payout_currency: 'XRP',
  })
})

test('an address is not kept for another currency', () => {
  const choice = { ...startingChoice(view), dst_address: '0x5290', memo: '7' }
  expect(getCurrency(choice, view.offer, 'XRP')).toMatchObject({
    payout_currency: 'XRP',
    dst_address: '',
    memo: '',
  })
  expect(getCurrency(choice, view.offer, 'ETH')).toEqual(choice)
})

test('a price is asked for one amount, as the wire writes it', () => {
  const choice = { ...startingChoice(view), amount: '1.234,5' }
  expect(quoteRequestOf(choice)).toMatchObject({ payin_amount: '1234.50' })
  expect(quoteRequestOf({ ...choice, exact: 'payout' as const })).not.toHaveProperty('payin_amount')
  expect(quoteRequestOf({ ...choice, amount: '1,000' })).toBeNull()
  const marks = { decimal: '.', group: ',' }
  expect(quoteRequestOf({ ...choice, amount: '1,000', marks })).toMatchObject({ payin_amount: '1000.00' })
})

test('an address that a reload finds in the tab counts for its own coin', () => {
  const destination = { payout_currency: 'XRP', dst_address: 'rU5', memo: '7' }
  expect(startingChoice({ ...view, draft: { payout_currency: 'XRP' } }, destination)).toMatchObject(
    destination,
  )
  expect(startingChoice(view, destination)).toMatchObject({
    payout_currency: 'ETH',
    dst_address: '',
    memo: '',
  })
})

test('the draft has the wallet once the buyer is known', () => {
  const choice = { ...startingChoice(view), dst_address: '0x5290', memo: '7' }
  const unknown = draftOf(choice, view)
  expect(unknown).not.toHaveProperty('dst_address')
  expect(unknown).not.toHaveProperty('memo')
  expect(draftOf(choice, { ...view, buyer })).toEqual({ ...unknown, dst_address: '0x5290', memo: '7' })
})

test('the draft has what the buyer chose and nothing that the partner fixed', () => {
  const fixing = { ...view, fixed: { payout_currency: 'ETH', dst_address: '0x5290' } }
  const draft = draftOf({ ...startingChoice(fixing), amount: '20' }, fixing)
  expect(draft).toEqual({
    payin_currency: 'EUR',
    payin_group: 'card',
    payin_amount: '20.00',
    payout_group: 'crypto',
  })
})
