import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, payer, type Reply, type Rig } from '../rig.ts'
import { registerClient } from './registerClient.ts'

let rig: Rig
let mailed: string[]
beforeEach(async () => {
  mailed = []
  rig = await openRig({
    limitsFactor: 1,
    mail: {
      shown: true,
      async send({ email }) {
        mailed.push(email)
      },
      notify: async () => ({ is: 'sent' }),
      tellPartner: async () => ({ is: 'sent' }),
    },
  })
})
afterEach(() => rig.close())

const email = 'ada@example.com'
const requestCode = (entry: string, address = email): Promise<Reply> =>
  rig.widget('POST', `/api/widget/${entry}/code`, { email: address })
const open = (entry: string, code: unknown, address = email): Promise<Reply> =>
  rig.widget('POST', `/api/widget/${entry}/session`, { email: address, code })
const wrong = (code: unknown): string => (code === '000000' ? '000001' : '000000')

describe('the number of codes for an address', () => {
  test('an address gets five codes an hour at any pace, then one a minute, thirty at most, with one answer for all', async () => {
    const answers = new Set<string>()
    const requestFromNewEntry = async () => {
      const reply = await requestCode(await rig.openRequest(), email)
      answers.add(JSON.stringify([reply.status, Object.keys(Object(reply.body))]))
      // The network has a limit of its own, which is not this test's.
      await rig.query({
        name: 'forget_network',
        text: `delete from limit_window where name = 'code-mail-network'`,
        values: [],
      })
      rig.pass(1_000)
    }
    for (let requests = 0; requests < 12; requests++) await requestFromNewEntry()
    expect(mailed).toHaveLength(6)
    for (let minutes = 0; minutes < 40; minutes++) {
      rig.pass(60_000)
      await requestFromNewEntry()
    }
    expect(mailed).toHaveLength(30)
    expect([...answers]).toEqual(['[200,["sent","sandbox_code"]]'])
    rig.pass(60 * 60_000)
    await requestFromNewEntry()
    expect(mailed).toHaveLength(31)
  })

  test('an address gets five codes an hour for one entry, and another entry has its own five', async () => {
    const [entry, other] = [await rig.openRequest(), await rig.openRequest()]
    for (let requests = 0; requests < 5; requests++)
      expect((await requestCode(entry, `a${requests}@example.com`)).status).toBe(200)
    expect(statusAndCode(await requestCode(entry, 'b@example.com'))).toEqual([429, 'too_many_requests'])
    expect((await requestCode(other)).status).toBe(200)
  })
})

describe('the entry of a code', () => {
  test('a code opens no other entry, and does not replace the code of another', async () => {
    const [mine, theirs] = [await rig.openRequest(), await rig.openRequest()]
    const code = (await requestCode(mine)).at('sandbox_code')
    const others = (await requestCode(theirs)).at('sandbox_code')
    if (code !== others) expect(statusAndCode(await open(mine, others))).toEqual([422, 'code_invalid'])
    expect((await open(mine, code)).status).toBe(200)
    expect((await open(theirs, others)).status).toBe(200)
  })

  test('a code’s tries belong to its entry, so that nobody uses up those of another', async () => {
    const [mine, theirs] = [await rig.openRequest(), await rig.openRequest()]
    const code = (await requestCode(mine)).at('sandbox_code')
    const others = (await requestCode(theirs)).at('sandbox_code')
    for (let tries = 0; tries < 5; tries++)
      expect(statusAndCode(await open(theirs, wrong(others)))).toEqual([422, 'code_invalid'])
    expect(statusAndCode(await open(theirs, others))).toEqual([422, 'code_invalid'])
    expect((await open(mine, code)).status).toBe(200)
  })

  test('a code opens its entry only for the address that it was mailed to', async () => {
    const entry = await rig.openRequest()
    const code = (await requestCode(entry)).at('sandbox_code')
    const foreign = await open(entry, code, 'eve@example.com')
    expect(statusAndCode(foreign)).toEqual([422, 'code_invalid'])
    expect(foreign.at('errors')).toMatchObject([{ pointer: '/code', code: 'code_invalid' }])
    expect((await open(entry, code)).status).toBe(200)
    expect(statusAndCode(await open(entry, code))).toEqual([422, 'code_invalid'])
  })
})

test('a buyer signs out, and the session opens nothing any more', async () => {
  const entry = await rig.openRequest()
  const session = String((await open(entry, (await requestCode(entry)).at('sandbox_code'))).at('session'))
  const path = `/api/widget/${entry}`
  expect((await rig.widget('PUT', `${path}/payer`, payer, session)).status).toBe(200)
  expect((await rig.widget('DELETE', `${path}/session`, undefined, session)).body).toEqual({ ended: 1 })
  const after = await rig.widget('PUT', `${path}/payer`, payer, session)
  expect(statusAndCode(after)).toEqual([401, 'session_invalid'])
  expect(statusAndCode(await rig.widget('DELETE', `${path}/session`, undefined, session))).toEqual([
    401,
    'session_invalid',
  ])
})

/** The page of an order that a partner has created for a client. */
async function orderPage(client_email: string): Promise<string> {
  const fields = { ...createBody(`for-${client_email.split('@')[0]}`), client_email }
  const redirect = new URL(String((await rig.partner('POST', createPath, fields)).at('redirect')))
  return `/api/widget/${redirect.pathname.split('/').at(-1)}~${redirect.searchParams.get('k')}`
}

describe('the code that the page of an order asks for', () => {
  test('the page of an order asks no code of a client whose address its partner has verified', async () => {
    const { email: address } = await registerClient(rig, { email_verified: 1 })
    const path = await orderPage(address)
    expect((await rig.widget('GET', path)).body).toMatchObject({
      buyer: { email: address },
      order: { status: 'processing' },
    })
    expect((await rig.widget('PUT', `${path}/payer`, payer)).status).toBe(200)
    const form = await rig.widget('POST', `${path}/fields`, {})
    const session_id = String(form.at('session_id'))
    rig.card.fill(session_id, 'held')
    const charged = await rig.widget('POST', `${path}/charge`, { session_id, challenge: 'top' })
    expect(charged.at('order.status')).toBe('auth_success')
  })

  test('the page of an order asks everybody else for a code, also when the address has changed since', async () => {
    const plain = await registerClient(rig)
    const changed = await registerClient(rig, { email_verified: 1 })
    const pages = [await orderPage(plain.email), await orderPage(changed.email), await orderPage(email)]
    const update = `/api/v2/partner/client/${changed.externalId}/update`
    await rig.partner('PATCH', update, { email: `new-${changed.email}` })
    for (const path of pages) {
      expect((await rig.widget('GET', path)).at('buyer')).toBeNull()
      const reply = await rig.widget('PUT', `${path}/payer`, payer)
      expect(statusAndCode(reply)).toEqual([401, 'session_invalid'])
    }
  })

  test('the page of a widget request asks everybody for a code: the partner’s page knows the request’s id', async () => {
    const client = await registerClient(rig, { email_verified: 1 })
    const entry = await rig.openRequest()
    const code = (await requestCode(entry, client.email)).at('sandbox_code')
    const session = String((await open(entry, code, client.email)).at('session'))
    expect((await rig.widget('GET', `/api/widget/${entry}`, undefined, session)).at('buyer.email')).toBe(
      client.email,
    )
    expect((await rig.widget('GET', `/api/widget/${entry}`)).at('buyer')).toBeNull()
  })
})
