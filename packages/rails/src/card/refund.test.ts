import { describe, expect, test } from 'vitest'
import {
  about,
  signer,
  clientKey,
  transId,
  card,
  order,
  orderWithTransId,
  platformWith,
  railTo,
} from '../../testing/card/chargeRig.ts'
import type { Answering } from '../../testing/platformDouble.ts'
import { hashFollowUp } from './hash.ts'

describe('a refund by card', () => {
  const creditvoid = {
    action: 'CREDITVOID',
    result: 'ACCEPTED',
    order_id: order.platformOrderId,
    trans_id: transId,
  }
  const error = (error_code: number): Answering => ({ status: 400, json: { result: 'ERROR', error_code } })
  const history = (status: string, ...transactions: object[]): Answering => ({
    json: { ...about, result: 'SUCCESS', status, transactions },
  })

  test('a refund asks for the whole amount: no amount is named', async () => {
    await using platform = await platformWith({ CREDITVOID: { json: creditvoid } })
    expect(await railTo(platform.url).refund(orderWithTransId)).toBe('accepted')
    expect(platform.requests[0]?.form).toEqual({
      action: 'CREDITVOID',
      client_key: clientKey,
      trans_id: transId,
      hash: hashFollowUp(signer, order.email, transId, card),
    })
  })

  test.for<[string, Answering, string]>([
    ['a refund that is under way', history('SETTLED', { type: 'REFUND', status: 'waiting' }), 'accepted'],
    ['a hold that was voided', history('REVERSAL', { type: 'REVERSAL', status: 'success' }), 'accepted'],
    ['a payment that was refunded', history('REFUND'), 'accepted'],
    ['a return that failed', history('SETTLED', { type: 'REFUND', status: 'fail' }), 'refused'],
    ['a payment it never began to return', history('SETTLED'), 'refused'],
    ['a declined payment', history('DECLINED'), 'refused'],
    ['a capture in the middle', history('PENDING', { type: 'CAPTURE', status: 'waiting' }), 'unknown'],
    ['no history', error(208_001), 'unknown'],
    ['silence', 'silence', 'unknown'],
  ])('a refused refund is decided by the history: %s', async ([, details, outcome]) => {
    await using platform = await platformWith({ CREDITVOID: error(208_005), GET_TRANS_DETAILS: details })
    const question = details === 'silence' ? 200 : 20_000
    expect(await railTo(platform.url, { charge: 20_000, question }).refund(orderWithTransId)).toBe(outcome)
  })

  test('a refund that was not answered has an unknown outcome', async () => {
    await using platform = await platformWith({ CREDITVOID: 'hang up' })
    expect(await railTo(platform.url).refund(orderWithTransId)).toBe('unknown')
  })
})
