import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, rival, type Rig } from '../rig.ts'
import {
  balanceOf,
  codeOf,
  confirm,
  creditBalance,
  payByCard,
  registerBalanceClient,
  withdraw,
  mistypedCode,
} from './balanceRig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterEach(async () => expect(await imbalances(rig.query)).toEqual([]))
afterAll(() => rig.close())

const TENTH = 100_000_000_000_000_000n

let made = 0
/** A registered client with that much ETH, in units. */
async function clientWith(units: bigint) {
  made += 1
  const client = await registerBalanceClient(rig, `saver-${made}`)
  if (units > 0n) await creditBalance(rig, client.id, units)
  return client
}

describe('a balance', () => {
  test('a balance is zero before any money is received, and exists only in a known currency', async () => {
    const { session } = await clientWith(0n)
    expect((await rig.widget('GET', '/api/v2/client/balance', undefined, session)).body).toEqual([])
    expect(await balanceOf(rig, session, 'EUR')).toBe('0.00')
    const unknown = await rig.widget('GET', '/api/v2/client/balance/DOGE', undefined, session)
    expect(statusAndCode(unknown)).toEqual([404, 'unknown_currency'])
    expect((await rig.partner('GET', '/api/v2/partner/balance')).body).toEqual([])
    expect((await rig.partner('GET', '/api/v2/partner/balance/USD')).body).toEqual({
      amount: '0.00',
      currency: 'USD',
    })
  })

  test('a balance is bought by card, and credited when the money is in', async () => {
    const { email, session } = await clientWith(0n)
    const body = {
      ...createBody('top-up'),
      payout_group: 'balance',
      dst_address: undefined,
      client_email: email,
    }
    const created = await rig.partner('POST', createPath, body)
    expect(created.body).toMatchObject({ status: 'processing', payout_group: 'balance', dst_address: null })
    await payByCard(rig, created, email)
    const data = await rig.partner('GET', '/api/v2/partner/order/top-up')
    expect(data.body).toMatchObject({ status: 'finished', payout_method: 'balance', dst_address: null })
    const entry = { amount: created.at('payout_amount'), currency: 'ETH' }
    expect((await rig.widget('GET', '/api/v2/client/balance', undefined, session)).body).toEqual([entry])
    expect((await rig.widget('GET', '/api/v2/client/balance/ETH', undefined, session)).body).toEqual(entry)
  })

  test('a balance is credited only to a registered client that the order names', async () => {
    const body = { ...createBody('into-nobody'), payout_group: 'balance', dst_address: undefined }
    for (const client_email of [undefined, 'stranger@example.com']) {
      const reply = await rig.partner('POST', createPath, { ...body, client_email })
      expect(statusAndCode(reply)).toEqual([404, 'client_unknown'])
    }
    const { email } = await clientWith(0n)
    const elsewhere = await rig.partner('POST', createPath, { ...body, client_email: email }, { as: rival })
    expect(statusAndCode(elsewhere)).toEqual([404, 'client_unknown'])
  })

  test('a balance does not pay into a balance', async () => {
    const { email } = await clientWith(TENTH)
    const reply = await withdraw(rig, 'to-itself', email, { payout_group: 'balance', payout_currency: 'BTC' })
    expect(statusAndCode(reply)).toEqual([422, 'pair_unavailable'])
    expect(reply.at('detail')).toBe('payin_group: A balance cannot be exchanged for another balance')
  })
})

describe('a withdrawal', () => {
  test('a withdrawal has its code in the sandbox’s outbox too, once, whatever becomes of the callback', async () => {
    const client = await clientWith(TENTH)
    rig.receiverAnswers(() => ({ is: 'failed', why: 'away' }))
    const created = await withdraw(rig, 'w-outbox', client.email)
    const code = await codeOf(rig, created.at('uuid'))
    rig.pass(10_000)
    await rig.work.tick()
    rig.receiverAnswers(() => ({ is: 'acknowledged', status: 200 }))
    const line = `The code for withdrawal ${String(created.at('client_order_id'))} is ${code}`
    expect((await rig.send('GET', '/sandbox/outbox')).text.split(line)).toHaveLength(2)
  })

  test('a withdrawal reserves its amount at once, and leaves once its code has come', async () => {
    const client = await clientWith(2n * TENTH)
    const created = await withdraw(rig, 'w-1', client.email)
    expect(created.status).toBe(200)
    expect(created.body).toEqual({
      client_order_id: expect.any(String),
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      expiration_time_sec: expect.stringMatching(/^\d+\.\d{6}$/),
    })
    expect(await balanceOf(rig, client.session)).toBe('0.100000000000000000')
    const waiting = await rig.partner('GET', '/api/v2/partner/order/w-1')
    expect(waiting.at('status')).toBe('confirmation_pending')
    const confirmed = await confirm(rig, created.at('uuid'), await codeOf(rig, created.at('uuid')))
    expect(confirmed.status).toBe(200)
    expect(confirmed.body).toMatchObject({ status: 'processing', payin_group: 'balance', success: 1 })
    expect(confirmed.at('redirect')).toBeUndefined()
    await rig.settle()
    const data = await rig.partner('GET', '/api/v2/partner/order/w-1')
    const log = data.at('status_log')
    expect(log).toMatchObject(
      ['confirmation_pending', 'processing', 'processing_payout', 'finished'].map((status) => ({ status })),
    )
    expect(await balanceOf(rig, client.session)).toBe('0.100000000000000000')
  })

  test('a withdrawal in its own currency has rate 1 and the network’s fee alone', async () => {
    const { email } = await clientWith(TENTH)
    await withdraw(rig, 'w-own', email)
    const fee = await rig.partner('POST', '/api/v2/partner/order/fee', {
      partner_order_id: 'fee-own',
      payin_currency: 'ETH',
      payin_group: 'balance',
      payin_amount: '0.1',
      payout_currency: 'ETH',
    })
    expect(fee.body).toMatchObject({
      rate: '1',
      payin_fee: '0.000000000000000000',
      margin_fee: '0.000000000000000000',
    })
    const data = await rig.partner('GET', '/api/v2/partner/order/w-own')
    expect(data.at('payout_amount')).toBe(fee.at('payout_amount'))
  })

  test('a withdrawal of more than the balance makes no order', async () => {
    const { email, session } = await clientWith(TENTH - 1n)
    const reply = await withdraw(rig, 'too-much', email)
    expect(statusAndCode(reply)).toEqual([422, 'balance_insufficient'])
    expect(await balanceOf(rig, session)).toBe('0.099999999999999999')
    expect((await rig.partner('GET', '/api/v2/partner/order/too-much')).status).toBe(404)
  })

  test('a withdrawal may be confirmed by its client, too, and by nobody else', async () => {
    const client = await clientWith(TENTH)
    const other = await clientWith(0n)
    const created = await withdraw(rig, 'w-client', client.email)
    const uuid = created.at('uuid')
    const code = await codeOf(rig, uuid)
    const path = '/api/v2/client/order/confirm'
    const strange = await rig.widget('POST', path, { uuid, code }, other.session)
    expect(statusAndCode(strange)).toEqual([404, 'order_unknown'])
    const rivals = await rig.partner('POST', '/api/v2/partner/order/confirm', { uuid, code }, { as: rival })
    expect(statusAndCode(rivals)).toEqual([404, 'order_unknown'])
    const confirmed = await rig.widget('POST', path, { uuid, code }, client.session)
    expect(confirmed.at('status')).toBe('processing')
    expect(confirmed.at('partner_order_id')).toBeUndefined()
    expect(statusAndCode(await confirm(rig, uuid, code))).toEqual([409, 'order_state'])
  })

  test('a withdrawal is canceled by five wrong codes, and its amount is free again', async () => {
    const client = await clientWith(TENTH)
    const created = await withdraw(rig, 'w-wrong', client.email)
    const uuid = created.at('uuid')
    const code = await codeOf(rig, uuid)
    for (let tries = 0; tries < 5; tries++) {
      const wrong = await confirm(rig, uuid, mistypedCode(code))
      expect(statusAndCode(wrong)).toEqual([422, 'code_invalid'])
      expect(wrong.at('errors')).toMatchObject([{ pointer: '/code', code: 'code_invalid' }])
    }
    expect((await rig.partner('GET', '/api/v2/partner/order/w-wrong')).at('status')).toBe('canceled')
    expect(statusAndCode(await confirm(rig, uuid, code))).toEqual([409, 'order_state'])
    expect(await balanceOf(rig, client.session)).toBe('0.100000000000000000')
  })

  test('a withdrawal expires ten minutes after its code was made, whether a late code comes or not', async () => {
    const client = await clientWith(2n * TENTH)
    const [alone, late] = [
      await withdraw(rig, 'w-alone', client.email),
      await withdraw(rig, 'w-late', client.email),
    ]
    const code = await codeOf(rig, late.at('uuid'))
    rig.pass(10 * 60_000)
    expect(statusAndCode(await confirm(rig, late.at('uuid'), code))).toEqual([409, 'order_state'])
    expect((await rig.partner('GET', '/api/v2/partner/order/w-late')).at('status')).toBe('expired')
    await rig.work.tick()
    expect((await rig.partner('GET', '/api/v2/partner/order/w-alone')).at('status')).toBe('expired')
    expect(statusAndCode(await confirm(rig, alone.at('uuid'), '000000'))).toEqual([409, 'order_state'])
    expect(await balanceOf(rig, client.session)).toBe('0.200000000000000000')
  })

  test('a withdrawal whose pay-out is refused is back on the balance', async () => {
    const client = await clientWith(TENTH)
    const created = await withdraw(rig, 'w-refused', client.email)
    await confirm(rig, created.at('uuid'), await codeOf(rig, created.at('uuid')))
    rig.payoutsMeet('refused')
    await rig.settle()
    rig.payoutsMeet(undefined)
    expect((await rig.partner('GET', '/api/v2/partner/order/w-refused')).at('status')).toBe('refunded')
    expect(await balanceOf(rig, client.session)).toBe('0.100000000000000000')
  })

  test('a withdrawal’s code stays sealed until the withdrawal has ended, even where its callback fails', async () => {
    const client = await clientWith(TENTH)
    rig.receiverAnswers(({ body }) =>
      body.includes('withdrawal_code') ? { is: 'failed', why: 'away' } : { is: 'acknowledged', status: 200 },
    )
    const created = await withdraw(rig, 'w-sealed', client.email)
    const code = await codeOf(rig, created.at('uuid'))
    expect((await rig.send('GET', '/sandbox/outbox')).text).toContain(code)
    const kept = () =>
      rig.query<{ row: string; sealed: boolean }>(
        statement(
          `select w::text as row, body_sealed is not null or code_hash is not null as sealed
            from withdrawal_code w where order_id = $1`,
          created.at('client_order_id'),
        ),
      )
    const [before] = await kept()
    expect(before?.sealed).toBe(true)
    expect(before?.row).not.toContain(Buffer.from(code).toString('hex'))
    rig.pass(10 * 60_000)
    await rig.work.tick()
    expect((await kept())[0]?.sealed).toBe(false)
    rig.receiverAnswers(() => ({ is: 'acknowledged', status: 200 }))
  })
})
