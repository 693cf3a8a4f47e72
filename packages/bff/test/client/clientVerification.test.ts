import type { VerificationProvider } from '@cambio/exchange/limit/VerificationProvider.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { placeOverLimit } from '../person/placeOverLimit.ts'
import { openRig, rival, shop, type Reply, type Rig } from '../rig.ts'
import { registerClient, type RegisteredClient } from './registerClient.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const urlOf = (query: string, as = shop): Promise<Reply> =>
  rig.partner('GET', `/api/v2/partner/client/verification_url?${query}`, undefined, { as })
const orderUrlOf = (id: string, as = shop): Promise<Reply> =>
  rig.partner('GET', `/api/v2/partner/order/verification_url?partner_order_id=${id}`, undefined, { as })
const check = (external_id: string, provider = 'sandbox', as = shop): Promise<Reply> =>
  rig.partner('POST', `/api/v2/partner/client/verification/${provider}`, { external_id }, { as })
const levelOf = async ({ externalId }: RegisteredClient, at = rig): Promise<unknown> =>
  (await at.partner('POST', `/api/v2/partner/client/${externalId}`)).at('limits.verification_level')

/** Opens the page at the address that was answered, and decides there. */
async function decide(reply: Reply, decision: 'approve' | 'refuse'): Promise<Reply> {
  const { pathname } = new URL(String(reply.at('verification_url')))
  expect((await rig.send('GET', pathname)).status).toBe(200)
  return rig.send('POST', pathname, { body: `decision=${decision}` })
}

describe('the verification of a client without an order', () => {
  test('a client is verified level by level at the address that its partner asks for', async () => {
    const client = await registerClient(rig)
    for (const level of ['identity', 'address', 'bank_statement', 'bank_statement']) {
      const page = await decide(await urlOf(`client_external_id=${client.externalId}`), 'approve')
      expect(page.text).toContain('Approved')
      expect(await levelOf(client)).toBe(level)
    }
  })

  test('a refused client keeps its level, and the page says so', async () => {
    const client = await registerClient(rig)
    const page = await decide(await urlOf(`client_email=${client.email.toUpperCase()}`), 'refuse')
    expect(page.text).toContain('Your limit stays as it is')
    expect(await levelOf(client)).toBe('unverified')
  })

  test('a client to verify is named by its id, its address, or both where both are its own', async () => {
    const [one, other] = [await registerClient(rig), await registerClient(rig)]
    expect((await urlOf(`client_external_id=${one.externalId}&client_email=${one.email}`)).status).toBe(200)
    const mixed = await urlOf(`client_external_id=${one.externalId}&client_email=${other.email}`)
    expect(statusAndCode(mixed)).toEqual([404, 'client_unknown'])
    const none = await urlOf('')
    expect(statusAndCode(none)).toEqual([400, 'field_required'])
    expect([none.at('errors.0.pointer'), none.at('errors.1.pointer')]).toEqual([
      '/client_external_id',
      '/client_email',
    ])
    for (const reply of [
      await urlOf('client_external_id=nobody'),
      await urlOf('client_email=nobody@example.com'),
      await urlOf(`client_external_id=${one.externalId}`, rival),
      await urlOf(`client_email=${one.email}`, rival),
    ])
      expect(statusAndCode(reply)).toEqual([404, 'client_unknown'])
    expect(statusAndCode(await urlOf('client_id=x'))).toEqual([400, 'unknown_field'])
  })

  test('a client who was never registered is named by the address of its order', async () => {
    const fields = { ...createBody('of-nobody-registered'), client_email: 'guest@example.com' }
    await rig.partner('POST', createPath, fields)
    expect((await urlOf('client_email=guest@example.com')).status).toBe(200)
  })
})

describe('the provider’s answer about a client', () => {
  test('the provider’s answer is read by the provider’s name', async () => {
    const client = await registerClient(rig)
    const verification = async () => (await check(client.externalId)).at('status_msg.verification')
    expect((await check(client.externalId)).body).toEqual({
      client_external_id: client.externalId,
      provider: 'sandbox',
      status_msg: { verification: 'none' },
      success: 1,
    })
    const url = await urlOf(`client_external_id=${client.externalId}`)
    expect(await verification()).toBe('open')
    await decide(url, 'refuse')
    expect(await verification()).toBe('refused')
    rig.pass(1_000)
    await decide(await urlOf(`client_external_id=${client.externalId}`), 'approve')
    expect(await verification()).toBe('approved')
  })

  test('the provider’s answer is not told of an unknown client, by an unknown provider or to another partner', async () => {
    const { externalId } = await registerClient(rig)
    expect(statusAndCode(await check(externalId, 'nobody'))).toEqual([404, 'provider_unknown'])
    expect(statusAndCode(await check('nobody'))).toEqual([404, 'client_unknown'])
    expect(statusAndCode(await check(externalId, 'sandbox', rival))).toEqual([404, 'client_unknown'])
  })

  test('the provider’s answer counts when it is asked for, even if its call was missed', async () => {
    let status: Awaited<ReturnType<VerificationProvider['status']>> = { is: 'open', level: 'address' }
    const documents = {
      names: [{ given: 'Ada', family: 'Example' }],
      birthDate: '1990-12-10',
      countries: ['DE'],
    }
    const provider: VerificationProvider = {
      name: 'sumsub',
      start: async () => ({ is: 'unknown', why: 'no line' }),
      status: async () => status,
      take: async () => ({ is: 'refused', why: 'none' }),
    }
    const elsewhere = await openRig({ verification: provider })
    try {
      const client = await registerClient(elsewhere)
      const path = '/api/v2/partner/client/verification/sumsub'
      const fetchStatus = () => elsewhere.partner('POST', path, { external_id: client.externalId })
      expect((await fetchStatus()).at('status_msg.verification')).toBe('open')
      expect(await levelOf(client, elsewhere)).toBe('unverified')
      status = { is: 'approved', level: 'address', documents }
      expect((await fetchStatus()).at('status_msg.verification')).toBe('approved')
      status = { is: 'approved', level: 'identity', documents }
      await fetchStatus()
      expect(await levelOf(client, elsewhere)).toBe('address')
      status = { is: 'unknown', why: 'no line' }
      expect((await fetchStatus()).at('status_msg.verification')).toBe('unknown')
      const address = `/api/v2/partner/client/verification_url?client_external_id=${client.externalId}`
      expect(statusAndCode(await elsewhere.partner('GET', address))).toEqual([503, 'unavailable'])
    } finally {
      await elsewhere.close()
    }
  })
})

const statusOf = async (client: RegisteredClient, { id }: { id: string }): Promise<unknown> =>
  (await client.send('GET', `/api/v2/client/order/${id}`)).at('status')

describe('an order that waits for its client’s limit', () => {
  test('an order that waits for a limit tells its partner the verification address that its buyer has', async () => {
    const client = await registerClient(rig)
    const order = await placeOverLimit(rig, client, '200')
    expect((await orderUrlOf(order.id)).body).toEqual({ verification_url: order.url })
    for (const reply of [await orderUrlOf('nobody'), await orderUrlOf(order.id, rival)])
      expect(statusAndCode(reply)).toEqual([404, 'order_unknown'])
  })

  test('every waiting order of a client goes on within the limit when the client is verified without an order', async () => {
    const client = await registerClient(rig)
    const [little, more, much] = [
      await placeOverLimit(rig, client, '200'),
      await placeOverLimit(rig, client, '300'),
      await placeOverLimit(rig, client, '5000'),
    ]
    await decide(await urlOf(`client_external_id=${client.externalId}`), 'approve')
    expect([await statusOf(client, little), await statusOf(client, more)]).toEqual([
      'processing',
      'processing',
    ])
    expect(await statusOf(client, much)).toBe('pending')
  })

  test('a waiting order goes on when another is verified, but is not canceled with it', async () => {
    const client = await registerClient(rig)
    const [first, second, third] = [
      await placeOverLimit(rig, client, '200'),
      await placeOverLimit(rig, client, '300'),
      await placeOverLimit(rig, client, '400'),
    ]
    await rig.send('POST', new URL(first.url).pathname, { body: 'decision=refuse' })
    expect([await statusOf(client, first), await statusOf(client, second)]).toEqual(['canceled', 'pending'])
    await rig.send('POST', new URL(second.url).pathname, { body: 'decision=approve' })
    expect([await statusOf(client, second), await statusOf(client, third)]).toEqual([
      'processing',
      'processing',
    ])
  })
})

test('an order that waits for nothing lets its client be verified ahead, once it has a client', async () => {
  const fields = { ...createBody('ahead'), client_email: 'ahead@example.com' }
  await rig.partner('POST', createPath, fields)
  const page = await decide(await orderUrlOf('ahead'), 'approve')
  expect(page.text).toContain('Approved')
  await rig.partner('POST', createPath, createBody('without-client'))
  expect(statusAndCode(await orderUrlOf('without-client'))).toEqual([409, 'order_state'])
})
