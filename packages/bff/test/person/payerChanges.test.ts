import type { VerificationProvider } from '@cambio/exchange/limit/VerificationProvider.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registerClient } from '../client/registerClient.ts'
import { openRig, payer, type Reply, type Rig } from '../rig.ts'

/* Who was verified under one name, and then gives another. */

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

type Waiting = { readonly path: string; readonly session: string; readonly orderId: string }

/** Places an order above the limit of a buyer who is verified by name alone; it waits. */
async function placeWaiting(email = 'ada@example.com'): Promise<Waiting> {
  const order = await rig.placeOrder({ amount: '400.00', email, fixed: { payin_amount: '400.00' } })
  const charged = await rig.charge(order, 'held')
  expect(charged.at('order.status')).toBe('pending')
  return order
}

const viewOf = ({ path, session }: Waiting): Promise<Reply> => rig.widget('GET', path, undefined, session)
const statusAndLevel = async (order: Waiting) => {
  const view = await viewOf(order)
  return [view.at('order.status'), view.at('buyer.verification_level')]
}

/** Approves what the order waits for, at the address that its page shows. */
async function approve(order: Waiting): Promise<void> {
  const page = new URL(String((await viewOf(order)).at('order.verification_url'))).pathname
  expect((await rig.send('POST', page, { body: 'decision=approve' })).status).toBe(200)
}

const give = ({ path, session }: Waiting, changes: object): Promise<Reply> =>
  rig.widget('PUT', `${path}/payer`, { ...payer, ...changes }, session)

describe('a verified buyer', () => {
  test.for([{ first_name: 'Eve' }, { last_name: 'Other' }, { birth_date: '1991-12-10' }, { country: 'FR' }])(
    'a verified buyer who gives %o is no longer verified, and the order waits until it is verified again',
    async (changes) => {
      const order = await placeWaiting()
      await approve(order)
      expect(await statusAndLevel(order)).toEqual(['processing', 'identity'])
      const changed = await give(order, changes)
      expect([changed.at('order.status'), changed.at('buyer.verification_level')]).toEqual([
        'pending',
        'basic',
      ])
      await rig.work.tick()
      const callback = rig.deliveries.at(-1)?.body
      expect(callback).toContain('"substatus":"identity_pending"')
      expect(callback).toContain('"verification_level":"basic"')
      await approve(order)
      expect(await statusAndLevel(order)).toEqual(['processing', 'identity'])
    },
  )

  test.for([
    { first_name: ' ADA ' },
    { first_name: 'Áda', last_name: 'Exämple' },
    { phone: '+49 30 999999' },
    { city: 'Potsdam', state: 'Brandenburg' },
  ])('a verified buyer who gives %o stays verified', async (changes) => {
    const order = await placeWaiting()
    await approve(order)
    await give(order, changes)
    expect(await statusAndLevel(order)).toEqual(['processing', 'identity'])
  })

  test.for([
    [{ birth_date: '1988-12-10' }, { birth_date: '1998-12-10' }],
    [{ country: 'IE' }, { country: 'JE' }],
  ])(
    'a verified buyer who was %o and gives %o is no longer verified: only a name has several spellings',
    async ([was, is]) => {
      const order = await placeWaiting()
      expect((await give(order, was ?? {})).status).toBe(200)
      await approve(order)
      expect((await give(order, is ?? {})).status).toBe(200)
      expect(await statusAndLevel(order)).toEqual(['pending', 'basic'])
    },
  )

  test('a verified buyer who becomes another person has an earlier pay-in brought to its end', async () => {
    const order = await placeWaiting()
    await approve(order)
    expect((await rig.charge(order, 'held')).at('order.status')).toBe('auth_success')
    await give(order, { first_name: 'Eve' })
    expect(await statusAndLevel(order)).toEqual(['auth_success', 'basic'])
    const [attempt] = await rig.attempts(order.orderId)
    rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
    await rig.settle()
    expect((await statusAndLevel(order))[0]).toBe('finished')
  })

  test('a verified buyer who becomes another person has the unverified limit at the next charge', async () => {
    const order = await placeWaiting()
    await approve(order)
    await give(order, { first_name: 'Eve' })
    const next = await rig.placeOrder({ amount: '300.00', email: 'ada@example.com' })
    await give({ ...next, path: next.path }, { first_name: 'Eve' })
    expect((await rig.charge(next, 'held')).at('order.status')).toBe('pending')
  })
})

describe('a verification of who a client was', () => {
  const check = (at: Rig, external_id: string, provider: string): Promise<Reply> =>
    at.partner('POST', `/api/v2/partner/client/verification/${provider}`, { external_id })
  const levelOf = async (at: Rig, id: string): Promise<unknown> =>
    (await at.partner('POST', `/api/v2/partner/client/${id}`)).at('limits.verification_level')

  test('a verification does not count for the person that the client became, however often it is asked for', async () => {
    const client = await registerClient(rig, { first_name: 'Ada', last_name: 'Example' })
    const address = `/api/v2/partner/client/verification_url?client_external_id=${client.externalId}`
    const { pathname } = new URL(String((await rig.partner('GET', address)).at('verification_url')))
    await rig.send('POST', pathname, { body: 'decision=approve' })
    expect(await levelOf(rig, client.externalId)).toBe('identity')
    const entry = await rig.openRequest()
    const path = `/api/widget/${entry}`
    // What its partner registered is who was verified: these are the first payer details.
    expect((await rig.widget('PUT', `${path}/payer`, payer, client.session)).status).toBe(200)
    expect(await levelOf(rig, client.externalId)).toBe('identity')
    await rig.widget('PUT', `${path}/payer`, { ...payer, first_name: 'Eve' }, client.session)
    expect(await levelOf(rig, client.externalId)).toBe('basic')
    expect((await check(rig, client.externalId, 'sandbox')).at('status_msg.verification')).toBe('none')
    expect(await levelOf(rig, client.externalId)).toBe('basic')
  })

  test('a verification stays with the provider under the id of the person that the client was', async () => {
    const approved = new Set<string>()
    const documentsOf = (id: string) => ({
      names: [{ given: id.endsWith('~1') ? 'Eve' : 'Ada', family: 'Example' }],
      birthDate: payer.birth_date,
      countries: [payer.country],
    })
    const provider: VerificationProvider = {
      name: 'sumsub',
      start: async () => ({ is: 'unknown', why: 'no line' }),
      status: async (id) =>
        approved.has(id) ? { is: 'approved', level: 'identity', documents: documentsOf(id) } : { is: 'none' },
      take: async () => ({ is: 'refused', why: 'none' }),
    }
    const elsewhere = await openRig({ verification: provider })
    try {
      const client = await registerClient(elsewhere, { first_name: 'Ada', last_name: 'Example' })
      const [row] = await elsewhere.query<{ id: string }>({
        name: 'test_client',
        text: 'select id from client where email = $1',
        values: [client.email],
      })
      const id = row?.id ?? ''
      approved.add(id)
      await check(elsewhere, client.externalId, 'sumsub')
      expect(await levelOf(elsewhere, client.externalId)).toBe('identity')
      const entry = await elsewhere.openRequest()
      const other = { ...payer, first_name: 'Eve' }
      await elsewhere.widget('PUT', `/api/widget/${entry}/payer`, other, client.session)
      expect((await check(elsewhere, client.externalId, 'sumsub')).at('status_msg.verification')).toBe('none')
      expect(await levelOf(elsewhere, client.externalId)).toBe('basic')
      // News of who it was are nobody's any more; those of who it is now count.
      await elsewhere.stores.inbox.file({ source: 'sumsub', reference: id })
      await elsewhere.work.tick()
      expect(await levelOf(elsewhere, client.externalId)).toBe('basic')
      approved.add(`${id}~1`)
      await elsewhere.stores.inbox.file({ source: 'sumsub', reference: `${id}~1` })
      await elsewhere.work.tick()
      expect(await levelOf(elsewhere, client.externalId)).toBe('identity')
    } finally {
      await elsewhere.close()
    }
  })
})
