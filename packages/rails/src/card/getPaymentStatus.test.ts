import { describe, expect, test } from 'vitest'
import {
  about,
  signer,
  clientKey,
  transId,
  card,
  eur100,
  order,
  orderWithTransId,
  notFound,
  platformWith,
  railTo,
} from '../../testing/card/chargeRig.ts'
import type { Answering } from '../../testing/platformDouble.ts'
import { hashFollowUp } from './hash.ts'

describe('the question for a payment’s status', () => {
  const details = (status: string, ...transactions: object[]): Answering => ({
    json: { ...about, action: 'GET_TRANS_DETAILS', result: 'SUCCESS', status, transactions },
  })
  const auth = { type: 'AUTH', status: 'success', amount: '100.00' }
  const capture = (status: string, amount = '100.00') => ({ type: 'CAPTURE', status, amount })
  const refund = (type: string, status: string) => ({ type, status, amount: '100.00' })

  test('getPaymentStatus asks by its own id while it has no other, then for the history, both signed', async () => {
    const pending = { ...about, result: 'SUCCESS', status: 'PENDING' }
    await using platform = await platformWith({
      GET_TRANS_STATUS_BY_ORDER: { json: pending },
      GET_TRANS_DETAILS: details('SETTLED', auth, capture('waiting'), capture('success')),
    })
    expect(await railTo(platform.url).getPaymentStatus(order)).toEqual({
      is: 'settled',
      transId,
      amount: eur100,
      returnRefused: false,
    })
    expect(platform.requests.map(({ form }) => form)).toEqual([
      {
        action: 'GET_TRANS_STATUS_BY_ORDER',
        client_key: clientKey,
        order_id: order.platformOrderId,
        hash: hashFollowUp(signer, order.email, order.platformOrderId, card),
      },
      {
        action: 'GET_TRANS_DETAILS',
        client_key: clientKey,
        trans_id: transId,
        hash: hashFollowUp(signer, order.email, transId, card),
      },
    ])
  })

  test.for<[string, Answering, object]>([
    [
      'a hold whose capture was refused',
      details('PENDING', auth, capture('waiting'), capture('fail')),
      { is: 'held', transId, amount: eur100, captureRefused: true, returnRefused: false },
    ],
    [
      'a hold that is being captured',
      details('PENDING', auth, capture('waiting')),
      { is: 'held', transId, amount: eur100, captureRefused: false, returnRefused: false },
    ],
    [
      'a capture that is tried once more',
      details('PENDING', auth, capture('fail'), capture('waiting')),
      { is: 'held', transId, amount: eur100, captureRefused: false, returnRefused: false },
    ],
    [
      'a hold whose void was refused',
      details('PENDING', auth, refund('REVERSAL', 'waiting'), refund('REVERSAL', 'fail')),
      { is: 'held', transId, amount: eur100, captureRefused: false, returnRefused: true },
    ],
    [
      'less captured than was held',
      details('SETTLED', auth, capture('success', '60.00')),
      { is: 'settled', transId, amount: { units: 6_000n, currency: 'EUR' }, returnRefused: false },
    ],
    [
      'a refund that was refused',
      details('SETTLED', auth, capture('success'), refund('REFUND', 'waiting'), refund('REFUND', 'fail')),
      { is: 'settled', transId, amount: eur100, returnRefused: true },
    ],
    [
      'a refund under way after one that was refused',
      details(
        'SETTLED',
        auth,
        capture('success'),
        refund('CREDITVOID', 'fail'),
        refund('CREDITVOID', 'waiting'),
      ),
      { is: 'settled', transId, amount: eur100, returnRefused: false },
    ],
    ['a voided hold', details('REVERSAL', auth), { is: 'returned', transId }],
    ['a refunded payment', details('REFUND', auth), { is: 'returned', transId }],
    ['a payment voided on its day', details('VOID', auth), { is: 'returned', transId }],
    [
      'a chargeback in two parts',
      details(
        'CHARGEBACK',
        { type: 'CHARGEBACK', status: 'success', amount: '40.00' },
        { type: 'CHARGEBACK', status: 'success', amount: '60.00' },
      ),
      { is: 'charged_back', transId, amount: eur100 },
    ],
    [
      'a chargeback that was won in part',
      details(
        'CHARGEBACK',
        { type: 'CHARGEBACK', status: 'success', amount: '100.00' },
        { type: 'CHARGEBACK_REVERSAL', status: 'success', amount: '40.00' },
      ),
      { is: 'charged_back', transId, amount: eur100, won: { units: 4_000n, currency: 'EUR' } },
    ],
    [
      'a dispute that was won',
      details(
        'SETTLED',
        auth,
        capture('success'),
        { type: 'CHARGEBACK', status: 'success', amount: '100.00' },
        { type: 'CHARGEBACK_REVERSAL', status: 'success', amount: '100.00' },
      ),
      { is: 'settled', transId, amount: eur100, returnRefused: false, disputed: eur100 },
    ],
    ['a challenge', details('3DS', auth), { is: 'challenged', transId, challenge: null }],
    ['an outcome to come', details('PREPARE'), { is: 'unknown', why: expect.any(String) }],
    [
      'an amount that is impossible',
      details('SETTLED', capture('success', '-1')),
      { is: 'unknown', why: expect.any(String) },
    ],
    [
      'a payment that is no longer known',
      notFound,
      { is: 'unknown', why: expect.stringContaining('208001') },
    ],
  ])('getPaymentStatus understands %s', async ([, answering, state]) => {
    await using platform = await platformWith({ GET_TRANS_DETAILS: answering })
    expect(await railTo(platform.url).getPaymentStatus(orderWithTransId)).toEqual(state)
  })

  test('getPaymentStatus finds the bank page of a SALE whose answer was lost', async () => {
    const text = `{"result":"SUCCESS","status":"3DS","order_id":"${order.platformOrderId}","trans_id":"${transId}","redirect_url":"https://acs.example/","redirect_params":[],"redirect_method":"GET"}`
    await using platform = await platformWith({ GET_TRANS_STATUS_BY_ORDER: { text } })
    expect(await railTo(platform.url).getPaymentStatus(order)).toEqual({
      is: 'challenged',
      transId,
      challenge: { url: 'https://acs.example/', method: 'GET', params: '[]' },
    })
  })

  test('getPaymentStatus reports absent only when the platform does not know the order', async () => {
    await using platform = await platformWith({ GET_TRANS_STATUS_BY_ORDER: notFound })
    expect(await railTo(platform.url).getPaymentStatus(order)).toEqual({ is: 'absent' })
  })

  test.for([100_000, 204_002, '429'])('getPaymentStatus takes error %s for no answer', async (error_code) => {
    await using platform = await platformWith({
      GET_TRANS_STATUS_BY_ORDER: { status: 400, json: { result: 'ERROR', error_code } },
    })
    expect((await railTo(platform.url).getPaymentStatus(order)).is).toBe('unknown')
  })

  test('getPaymentStatus gives up on a silent platform within its limit', async () => {
    await using platform = await platformWith({ GET_TRANS_STATUS_BY_ORDER: 'silence' })
    const state = await railTo(platform.url, { charge: 1_000, question: 50 }).getPaymentStatus(order)
    expect(state).toEqual({ is: 'unknown', why: 'The platform did not answer in time' })
  })

  test('getPaymentStatus reports an unknown state when the platform is unreachable', async () => {
    const platform = await platformWith({})
    await platform[Symbol.asyncDispose]()
    expect(await railTo(platform.url).getPaymentStatus(order)).toEqual({
      is: 'unknown',
      why: 'The connection failed (ECONNREFUSED)',
    })
  })
})
