import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
  expect((await rig.partner('POST', createPath, createBody('kept'))).status).toBe(200)
})
afterAll(() => rig.close())

test.for([
  'update orders set partner_id = partner_id',
  'update orders set address = address',
  'update orders set secret_hash = secret_hash',
  'update orders set payin_address = payin_address',
  'update orders set first_payout_units = first_payout_units',
  'update quote set rate = rate',
  'update sanctioned_wallet set coin = coin',
  'update attempt set card_mask = card_mask',
  'update deposit set units = units',
  'update transfer set payer_iban = payer_iban',
  'update client set partner_id = partner_id',
  'update callback set order_id = order_id',
  'update session set client_id = client_id',
  'update widget_request set fields = fields',
  'update verification set client_id = client_id',
  'update chain_payout set recipient = recipient',
  'update chain_payout set units = units',
  'update chain_payout set order_id = order_id',
  'update chain_swept set units = units',
  'update chain_swept set address = address',
  'update chain_transaction set raw = raw',
  'update chain_deposit set order_id = order_id',
  'update chain_deposit set units = units',
  'update bank_entry set party_iban = party_iban',
  'update bank_entry set identity = identity',
  'update bank_payment set iban = iban',
  'update bank_payment set units = units',
])('the program may not change a column that is written once: %s', async (text) => {
  await expect(rig.query(statement(text))).rejects.toMatchObject({ code: '42501' })
})

test('the program may change the columns that are written again', async () => {
  for (const text of [
    'update orders set due_at = due_at',
    'update callback set body = body',
    'update chain_payout set state = state',
    'update chain_deposit set is_told = is_told',
    'update chain_swept set is_taken_back = is_taken_back',
    'update bank_payment set state = state',
  ])
    await rig.query(statement(text))
})
