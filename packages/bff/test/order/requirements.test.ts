import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditBalance, registerBalanceClient } from '../balance/balanceRig.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { ethAddress, openRig, rival, type Rig } from '../rig.ts'
import { rowCounts } from '../store/rowCounts.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const pair = { payin_currency: 'EUR', payin_group: 'card', payout_currency: 'ETH', payin_amount: '100.00' }
const fetchRequirements = (changed: object = {}, as?: typeof rival) =>
  rig.partner('POST', '/api/v2/partner/order/requirements', { ...pair, ...changed }, as ? { as } : {})

/** What stands in the way, by code and field. */
async function refusalsOf(changed: object): Promise<unknown> {
  const reply = await fetchRequirements(changed)
  expect(reply.status).toBe(200)
  return reply.at('refused')
}

describe('what an order would ask of its buyer', () => {
  test('an order would ask an unknown buyer for address and details', async () => {
    const before = await rowCounts(rig)
    expect((await fetchRequirements()).body).toEqual({
      email: true,
      payer_details: true,
      verification_level: 'unverified',
      needed_level: null,
      documents: [],
      limits: { client_limit_in_payin_currency: '150.00', verification_level: 'unverified' },
      refused: [],
    })
    expect(await rowCounts(rig)).toEqual(before)
  })

  test('an order above the limit would ask its buyer for documents, too', async () => {
    expect((await fetchRequirements({ payin_amount: '150.01' })).body).toMatchObject({
      needed_level: 'identity',
      documents: ['identity'],
    })
    expect((await fetchRequirements({ payin_amount: '1500.00' })).body).toMatchObject({
      needed_level: 'address',
      documents: ['identity', 'address'],
    })
  })

  test('an order would ask less of a client who has given it, and whose turnover counts', async () => {
    const { email } = await registerBalanceClient(rig, 'known')
    expect((await fetchRequirements({ client_external_id: 'known' })).body).toMatchObject({
      email: false,
      payer_details: true,
      limits: { client_limit_in_payin_currency: '150.00' },
    })
    const order = await rig.placeOrder({ email, amount: '60.00' })
    expect((await rig.charge(order, 'held')).status).toBe(200)
    expect((await fetchRequirements({ client_external_id: 'known' })).body).toEqual({
      email: false,
      payer_details: false,
      verification_level: 'basic',
      needed_level: 'identity',
      documents: ['identity'],
      limits: { client_limit_in_payin_currency: '90.00', verification_level: 'basic' },
      refused: [],
    })
  })

  test('an order that a balance pays would ask its buyer for the code alone', async () => {
    const { id } = await registerBalanceClient(rig, 'saver')
    await creditBalance(rig, id, 10n ** 18n)
    const terms = {
      payin_currency: 'ETH',
      payin_group: 'balance',
      payout_group: 'crypto',
      client_external_id: 'saver',
      payin_amount: '0.5',
    }
    expect((await fetchRequirements(terms)).body).toMatchObject({
      email: false,
      payer_details: false,
      needed_level: null,
      limits: { client_limit_in_payin_currency: '1.000000000000000000' },
      refused: [],
    })
    expect(await refusalsOf({ ...terms, payin_amount: '1.000000000000000001' })).toMatchObject([
      { code: 'balance_insufficient' },
    ])
    expect(await refusalsOf({ ...terms, client_external_id: undefined })).toMatchObject([
      { code: 'client_unknown' },
    ])
  })
})

describe('what an order by transfer would ask of its buyer', () => {
  const byTransfer = { payin_group: 'sepa', payin_amount: '100.00' }
  beforeAll(async () => {
    for (const [level, cents] of Object.entries({ unverified: 5_000, email_phone: 5_000, basic: 150_000 }))
      expect(await rig.runCommand('tariff', 'set', `caps.sepa.${level}EurCents`, `${cents}`)).toMatchObject({
        ok: true,
      })
    await rig.catalogue.refresh()
  })

  test('an order by transfer would ask for a document above what an unverified client may pay in', async () => {
    expect((await fetchRequirements(byTransfer)).body).toMatchObject({
      payer_details: false,
      needed_level: 'basic',
      documents: ['identity'],
      limits: { client_limit_in_payin_currency: '50.00', verification_level: 'unverified' },
    })
    expect((await fetchRequirements({ ...byTransfer, payin_amount: '50.00' })).body).toMatchObject({
      needed_level: null,
      documents: [],
    })
  })

  test('an order by transfer would ask nothing of a client who gave details for a card', async () => {
    const { email } = await registerBalanceClient(rig, 'carded')
    expect((await fetchRequirements({ ...byTransfer, client_external_id: 'carded' })).body).toMatchObject({
      needed_level: 'basic',
    })
    await rig.charge(await rig.placeOrder({ email, amount: '60.00' }), 'held')
    expect((await fetchRequirements({ ...byTransfer, client_external_id: 'carded' })).body).toMatchObject({
      needed_level: null,
      limits: { client_limit_in_payin_currency: '1440.00' },
    })
  })
})

describe('the reasons to refuse an order, asked for ahead', () => {
  test('the reasons to refuse an order are all told at once, each with its field', async () => {
    expect(await refusalsOf({ payin_amount: '1.00' })).toMatchObject([
      { code: 'amount_out_of_bounds', pointer: '/payin_amount' },
    ])
    expect(await refusalsOf({ payin_group: 'sofort' })).toMatchObject([
      { code: 'group_unavailable', pointer: '/payin_group' },
    ])
    expect(await refusalsOf({ payout_currency: 'EUR' })).toMatchObject([{ code: 'pair_unavailable' }])
    expect(await refusalsOf({ remote_country: 'RU', dst_address: '0x1' })).toMatchObject([
      { code: 'card_country_forbidden', pointer: '/remote_country' },
      { code: 'address_invalid', pointer: '/dst_address' },
    ])
    expect(await refusalsOf({ remote_country: 'DE', dst_address: ethAddress })).toEqual([])
  })

  test('a question about something that is not an order is itself refused', async () => {
    expect(statusAndCode(await fetchRequirements({ payin_amount: undefined }))).toEqual([
      400,
      'amount_required',
    ])
    expect(statusAndCode(await fetchRequirements({ payout_amount: '1' }))).toEqual([
      400,
      'both_amounts_given',
    ])
    expect(statusAndCode(await fetchRequirements({ payin_amount: '100.001' }))).toEqual([
      400,
      'amount_precision',
    ])
    expect(statusAndCode(await fetchRequirements({ payin_amount: 'much' }))).toEqual([400, 'amount_invalid'])
  })

  test('an order for a client of another partner would be refused', async () => {
    await registerBalanceClient(rig, 'theirs')
    expect(statusAndCode(await fetchRequirements({ client_external_id: 'theirs' }, rival))).toEqual([
      404,
      'client_unknown',
    ])
  })
})
