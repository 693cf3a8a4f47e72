import { createHmac } from 'node:crypto'
import { levels, sumsubDouble, token } from '@cambio/rails/testing/verification/sumsubDouble.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSepaRig, type SepaRig } from '../bank/sepaRig.ts'
import { statement } from '../bank/statement.ts'
import { registerClient, type RegisteredClient } from '../client/registerClient.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { placeOverLimit } from '../person/placeOverLimit.ts'
import { openRig, type Reply, type Rig } from '../rig.ts'

const webhookSecret = 'webhook secret'

let rig: Rig
let bank: SepaRig
let sumsub: Awaited<ReturnType<typeof sumsubDouble>>
beforeAll(async () => {
  sumsub = await sumsubDouble()
  rig = await openRig(
    {},
    {
      SUMSUB_URL: sumsub.url,
      SUMSUB_APP_TOKEN: token.appToken,
      SUMSUB_SECRET_KEY: token.secretKey,
      SUMSUB_WEBHOOK_SECRET: webhookSecret,
      SUMSUB_LEVELS: Object.entries(levels)
        .map((level) => level.join('='))
        .join(','),
    },
  )
  bank = await openSepaRig(rig)
})
afterAll(async () => {
  await bank.close()
  await sumsub[Symbol.asyncDispose]()
})

type Limited = { readonly id: string; readonly page: string; readonly client: RegisteredClient }

/** Places an order above its client's limit, which waits. */
async function placeLimited(): Promise<Limited> {
  const client = await registerClient(rig)
  const { id, url } = await placeOverLimit(rig, client, '200')
  return { id, client, page: new URL(url).pathname }
}

/** An order above its client's limit by bank transfer, whose money came. */
async function paidOverLimit(reference: string): Promise<{ page: string }> {
  for (const level of ['unverified', 'email_phone', 'basic'])
    await rig.runCommand('tariff', 'set', `caps.sepa.${level}EurCents`, '5000')
  await rig.catalogue.refresh()
  const { email } = await registerClient(rig, { email_verified: 1 })
  const terms = { payin_group: 'sepa', client_email: email }
  const created = await rig.partner('POST', createPath, { ...createBody(reference), ...terms })
  const id = String(created.at('client_order_id'))
  const line = { reference, amount: '100.00', lines: [id] }
  expect(await bank.importStatement(statement([line]))).toMatchObject({ matched: 1 })
  await rig.settle()
  const url = (await rig.stores.orders.find(id))?.limit?.verificationUrl ?? ''
  return { page: new URL(url).pathname }
}

const statusOf = async ({ client, id }: Limited): Promise<unknown> =>
  (await client.send('GET', `/api/v2/client/order/${id}`)).at('status')
/** Who was sent to Sumsub last. */
const applicant = (): string => sumsub.applicants.at(-1)?.externalUserId ?? ''
/** What Sumsub read from the documents of the payer that the tests tell. */
const info = { firstName: 'ADA', lastName: 'EXAMPLE', dob: '1990-12-10', country: 'DEU' }
const approve = (read: object = info) =>
  sumsub.review(
    applicant(),
    { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } },
    { ...read },
  )

/** News of a client, as Sumsub sends it. */
function tell(externalUserId: string, secret = webhookSecret): Promise<Reply> {
  const createdAtMs = rig.exchange.clock.now().toISOString().replace('T', ' ').replace('Z', '')
  const body = JSON.stringify({ externalUserId, type: 'applicantReviewed', createdAtMs })
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'x-payload-digest': digest, 'x-payload-digest-alg': 'HMAC_SHA256_HEX' }
  return rig.send('POST', '/notices/sumsub', { body, headers })
}

describe('an order over its client’s limit', () => {
  test('an order over its client’s limit leads its buyer to Sumsub and back, and goes on when Sumsub approves', async () => {
    const order = await placeLimited()
    const away = await rig.send('GET', order.page)
    expect([away.status, away.headers.get('location')]).toEqual([
      302,
      `https://in.sumsub.com/websdk/p/${applicant()}`,
    ])
    expect(sumsub.applicants.at(-1)).toMatchObject({ review: { levelName: levels.identity } })
    const back = await rig.send('GET', `${order.page}/done`, { headers: { 'Accept-Language': 'de' } })
    expect(back.text).toContain('Ihre Unterlagen werden geprüft')
    await rig.work.tick()
    expect(await statusOf(order)).toBe('pending')
    approve()
    expect((await tell(applicant())).status).toBe(200)
    await rig.work.tick()
    expect(await statusOf(order)).toBe('processing')
  })

  test('an order over its client’s limit goes on also where the news of the approval was lost', async () => {
    const order = await placeLimited()
    await rig.send('GET', order.page)
    await rig.work.tick()
    approve()
    rig.pass(3_000)
    await rig.work.tick()
    expect(await statusOf(order)).toBe('processing')
  })

  test('an order over its client’s limit is canceled when Sumsub refuses its client for good', async () => {
    const order = await placeLimited()
    await rig.send('GET', order.page)
    const reviewResult = { reviewAnswer: 'RED', reviewRejectType: 'FINAL' }
    sumsub.review(applicant(), { reviewStatus: 'completed', reviewResult })
    await tell(applicant())
    await rig.work.tick()
    expect(await statusOf(order)).toBe('canceled')
  })

  test('an order over its client’s limit waits while Sumsub is away, and goes on from there', async () => {
    const order = await placeLimited()
    sumsub.lies = () => ({ status: 503, json: {} })
    const page = await rig.send('GET', order.page)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '60'])
    await rig.send('GET', `${order.page}/done`)
    await rig.work.tick()
    expect(await statusOf(order)).toBe('pending')
    sumsub.lies = undefined
    expect((await rig.send('GET', order.page)).status).toBe(302)
  })

  test.each([
    ['en', 'If you have already paid, your money is safe here: do not pay again.', /charge/i],
    [
      'de',
      'Falls Sie schon bezahlt haben, ist Ihr Geld hier sicher: Zahlen Sie nicht noch einmal.',
      /gebucht/i,
    ],
  ])(
    'a paid order over its client’s limit never tells its buyer that nothing was charged: %s',
    async (language, words, promise) => {
      const { page } = await paidOverLimit(`paid-${language}`)
      const headers = { 'Accept-Language': language }
      sumsub.lies = () => ({ status: 503, json: {} })
      const unopened = await rig.send('GET', page, { headers })
      sumsub.lies = undefined
      expect(unopened.status).toBe(503)
      for (const { text } of [unopened, await rig.send('GET', `${page}/done`, { headers })]) {
        expect(text).toContain(words)
        expect(text).not.toMatch(promise)
      }
    },
  )

  test('an order that waits for Sumsub has no page of ours whose buttons decide', async () => {
    const order = await placeLimited()
    expect((await rig.send('POST', order.page, { body: 'decision=approve' })).status).toBe(405)
    expect((await rig.send('GET', '/verification/unknown')).status).toBe(404)
    expect((await rig.send('GET', '/verification/unknown/done')).status).toBe(404)
    expect(await statusOf(order)).toBe('pending')
  })
})

describe('news of a client', () => {
  test('news of a client that is badly signed is refused, and Sumsub is not asked', async () => {
    const order = await placeLimited()
    await rig.send('GET', order.page)
    await rig.work.tick()
    approve()
    expect((await tell(applicant(), 'another secret')).status).toBe(403)
    await rig.work.tick()
    expect(await statusOf(order)).toBe('pending')
  })

  test('news of a client that comes twice, or is about another partner’s client, changes nothing twice', async () => {
    const order = await placeLimited()
    await rig.send('GET', order.page)
    approve()
    await tell(applicant())
    await rig.work.tick()
    await tell(applicant())
    await tell('nobody of ours')
    await rig.work.tick()
    const log = (await order.client.send('GET', `/api/v2/client/order/${order.id}`)).at('status_log')
    expect(log).toMatchObject([{ status: 'payin_pending' }, { status: 'pending' }, { status: 'processing' }])
  })
})

test('a partner asks Sumsub by its name, and has its client verified there', async () => {
  const client = await registerClient(rig)
  const address = `/api/v2/partner/client/verification_url?client_external_id=${client.externalId}`
  const reply = await rig.partner('GET', address)
  expect(String(reply.at('verification_url'))).toBe(`https://in.sumsub.com/websdk/p/${applicant()}`)
  approve()
  const body = { external_id: client.externalId }
  const checked = await rig.partner('POST', '/api/v2/partner/client/verification/sumsub', body)
  expect(checked.at('status_msg.verification')).toBe('approved')
  const info = await rig.partner('POST', `/api/v2/partner/client/${client.externalId}`)
  expect(info.at('limits.verification_level')).toBe('identity')
})

describe('a share token', () => {
  const path = '/api/v2/partner/client/verification/sumsub'
  const proved = {
    levelName: levels.address,
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer: 'GREEN' },
    info,
  }
  const hand = (external_id: string, share_token: string): Promise<Reply> =>
    rig.partner('POST', path, { external_id, share_token })

  test('a share token hands over what a partner has had proved of its client, also when it is sent twice', async () => {
    const client = await registerClient(rig)
    sumsub.shared.set('share-1', proved)
    for (const reply of [await hand(client.externalId, 'share-1'), await hand(client.externalId, 'share-1')])
      expect([reply.status, reply.at('status_msg.verification')]).toEqual([200, 'approved'])
    const info = await rig.partner('POST', `/api/v2/partner/client/${client.externalId}`)
    expect(info.at('limits.verification_level')).toBe('address')
  })

  test('a share token that Sumsub does not know is refused, and the client stays at its level', async () => {
    const client = await registerClient(rig)
    const reply = await hand(client.externalId, 'share-of-nobody')
    expect(statusAndCode(reply)).toEqual([422, 'share_token_invalid'])
    expect(reply.at('errors.0.pointer')).toBe('/share_token')
    const info = await rig.partner('POST', `/api/v2/partner/client/${client.externalId}`)
    expect(info.at('limits.verification_level')).toBe('unverified')
  })

  test('a share token whose answer was lost is sent again', async () => {
    const client = await registerClient(rig)
    sumsub.shared.set('share-2', proved)
    sumsub.lies = ({ method }) => (method === 'PATCH' ? 'hang up' : undefined)
    expect(statusAndCode(await hand(client.externalId, 'share-2'))).toEqual([503, 'unavailable'])
    sumsub.lies = undefined
    expect((await hand(client.externalId, 'share-2')).at('status_msg.verification')).toBe('approved')
  })
})
