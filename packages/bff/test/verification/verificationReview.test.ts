import { createHmac } from 'node:crypto'
import { levels, sumsubDouble, token } from '@cambio/rails/testing/verification/sumsubDouble.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registerClient, type RegisteredClient } from '../client/registerClient.ts'
import { placeOverLimit } from '../person/placeOverLimit.ts'
import { openRig, payer, type Reply, type Rig } from '../rig.ts'

/* A provider approves documents; whose they are is compared with what the client has told. */

const webhookSecret = 'webhook secret'
let rig: Rig
let sumsub: Awaited<ReturnType<typeof sumsubDouble>>
beforeEach(async () => {
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
})
afterEach(async () => {
  await rig.close()
  await sumsub[Symbol.asyncDispose]()
})

const own = { firstName: 'ADA', lastName: 'EXAMPLE', dob: '1990-12-10', country: 'DEU' }
const alices = { firstName: 'Alice', lastName: 'Example', dob: '1955-04-03', country: 'DEU' }
const green = { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } }

type Waiting = {
  readonly client: RegisteredClient
  readonly id: string
  readonly page: string
  readonly path: string
}

/** Places an order over its client's limit and sends its buyer to the provider. */
async function placeWaiting(email: string): Promise<Waiting> {
  const client = await registerClient(rig, { email, client_external_id: email.split('@')[0] })
  const { id, url, path } = await placeOverLimit(rig, client, '200')
  const page = new URL(url).pathname
  expect((await rig.send('GET', page)).status).toBe(302)
  return { client, id, page, path }
}

const applicant = (): string => sumsub.applicants.at(-1)?.externalUserId ?? ''

/** Sumsub approves the applicant of last, says so, and the exchange asks. */
async function approve(info: object, of = applicant()): Promise<void> {
  sumsub.review(of, green, { ...info })
  const createdAtMs = rig.exchange.clock.now().toISOString().replace('T', ' ').replace('Z', '')
  const body = JSON.stringify({ externalUserId: of, type: 'applicantReviewed', createdAtMs })
  const digest = createHmac('sha256', webhookSecret).update(body).digest('hex')
  const headers = { 'x-payload-digest': digest, 'x-payload-digest-alg': 'HMAC_SHA256_HEX' }
  expect((await rig.send('POST', '/notices/sumsub', { body, headers })).status).toBe(200)
  await rig.work.tick()
}

const statusOf = async ({ client, id }: Waiting): Promise<unknown> =>
  (await client.send('GET', `/api/v2/client/order/${id}`)).at('status')
const levelOf = async ({ client }: Pick<Waiting, 'client'>): Promise<unknown> =>
  (await rig.partner('POST', `/api/v2/partner/client/${client.externalId}`)).at('limits.verification_level')
const check = ({ client }: Pick<Waiting, 'client'>, more: object = {}): Promise<Reply> =>
  rig.partner('POST', '/api/v2/partner/client/verification/sumsub', {
    external_id: client.externalId,
    ...more,
  })
const textOf = async ({ client }: Pick<Waiting, 'client'>): Promise<unknown> =>
  (await check({ client })).at('status_msg.verification')
const give = async ({ client }: Pick<Waiting, 'client'>, changes: object): Promise<Reply> =>
  rig.widget('PUT', `/api/widget/${await rig.openRequest()}/payer`, { ...payer, ...changes }, client.session)

type Listed = { verification: string; client_email: string; client_order_id: string; differs: string[] }
async function listed(): Promise<Listed[]> {
  const answer = await rig.runCommand('client', 'verifications', '--json')
  expect(answer.ok).toBe(true)
  return JSON.parse(answer.output) as Listed[]
}
const decide = async (how: 'approve' | 'refuse'): Promise<void> => {
  const [waiting] = await listed()
  const words = [`${how}-verification`, waiting?.verification ?? '', '--reason', 'seen', '--actor', 'Olga']
  expect(await rig.runCommand('client', ...words)).toMatchObject({ ok: true })
  await rig.work.tick()
}

describe('documents of somebody else', () => {
  test.for([
    ['another name', { ...own, firstName: 'Alice' }, ['name']],
    ['another birth date', { ...own, dob: '1955-04-03' }, ['birth_date']],
    ['another country', { ...own, country: 'FRA' }, ['country']],
    ['no birth date', { ...own, dob: undefined }, ['birth_date']],
    ['nothing at all', {}, ['name', 'birth_date', 'country']],
  ] as const)(
    'a client’s documents with %s grant nothing, and wait for the operator',
    async ([, info, differs]) => {
      const order = await placeWaiting('mallory@example.com')
      await approve(info)
      expect([await statusOf(order), await levelOf(order)]).toEqual(['pending', 'basic'])
      expect(await textOf(order)).toBe('in_review')
      const view = await rig.widget('GET', order.path, undefined, order.client.session)
      expect(view.at('order')).toMatchObject({ status: 'pending', is_stopped: true })
      expect(await listed()).toMatchObject([{ client_email: 'mallory@example.com', differs }])
      const page = await rig.send('GET', order.page)
      expect([page.status, page.text]).toEqual([
        200,
        expect.stringContaining('We are reviewing your documents'),
      ])
      // What comes again is the same wait.
      await approve(info)
      expect(await listed()).toHaveLength(1)
    },
  )

  test('documents of somebody else count once the operator has approved them, with who did it and why', async () => {
    const order = await placeWaiting('mallory@example.com')
    await approve(alices)
    await decide('approve')
    expect([await statusOf(order), await levelOf(order)]).toEqual(['processing', 'identity'])
    const view = await rig.widget('GET', order.path, undefined, order.client.session)
    expect(view.at('order.is_stopped')).toBe(false)
    expect(await listed()).toEqual([])
    expect(await textOf(order)).toBe('approved')
    expect(await listed()).toEqual([])
    const [kept] = await rig.query<{ reason: string; actor: string }>({
      name: 'test_review',
      text: 'select reason, actor from verification_review',
      values: [],
    })
    expect(kept).toEqual({ reason: 'seen', actor: 'Olga' })
  })

  test('documents of somebody else are named where their order is shown or approved, and left to the operator', async () => {
    const order = await placeWaiting('mallory@example.com')
    await approve(alices)
    const verification = String((await listed())[0]?.verification)
    const { output: shown } = await rig.runCommand('order', 'show', order.id, '--json')
    expect(JSON.parse(shown)).toMatchObject({ open_verification: verification })
    const { output: owed } = await rig.runCommand('owed', 'list')
    expect(owed).toContain(`${verification}  waits for you: the verification of a client of SHOP`)
    const approved = await rig.runCommand('order', 'approve', order.id, '--reason', 'seen')
    expect([approved.ok, approved.output]).toEqual([
      true,
      expect.stringContaining(`verification ${verification} is still open`),
    ])
    await decide('approve')
    expect((await rig.runCommand('owed', 'list', '--json')).output).not.toContain(verification)
  })

  test('documents of somebody else come to nothing once the operator refuses them, and the client begins anew', async () => {
    const order = await placeWaiting('mallory@example.com')
    await approve(alices)
    await decide('refuse')
    expect([await statusOf(order), await levelOf(order)]).toEqual(['canceled', 'basic'])
    expect(await textOf(order)).toBe('none')
    const refused = applicant()
    await approve(alices, refused)
    expect([await levelOf(order), await listed()]).toEqual(['basic', []])
  })

  test('documents are the client’s own where the client had mistyped its details, and corrects them', async () => {
    const order = await placeWaiting('hasty@example.com')
    await approve({ ...own, dob: '1990-10-12' })
    expect(await levelOf(order)).toBe('basic')
    expect((await give(order, { birth_date: '1990-10-12' })).status).toBe(200)
    await rig.work.tick()
    expect([await levelOf(order), await statusOf(order), await listed()]).toEqual([
      'identity',
      'processing',
      [],
    ])
  })

  test('documents of somebody else are decided on once', async () => {
    await placeWaiting('mallory@example.com')
    await approve(alices)
    const [waiting] = await listed()
    const refuse = ['client', 'refuse-verification', waiting?.verification ?? '', '--reason', 'x']
    const answers = await Promise.all([rig.runCommand(...refuse), rig.runCommand(...refuse)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

test('documents in another script and with names in another order are the client’s own', async () => {
  const order = await placeWaiting('ada@example.com')
  await give(order, { first_name: 'Юрий', last_name: 'Müller-Łoś' })
  await approve({ ...own, firstName: 'IURII ANDREJ', lastName: 'MUELLER LOS' })
  expect([await statusOf(order), await levelOf(order)]).toEqual(['processing', 'identity'])
})

test('an approval that comes after the client became another person grants nothing', async () => {
  const order = await placeWaiting('first-alice@example.com')
  await give(order, { first_name: 'Mallory', birth_date: '1991-01-01' })
  await approve(own)
  expect([await levelOf(order), await textOf(order)]).toEqual(['basic', 'in_review'])
})

test('a client without details has them compared with the documents once it gives them', async () => {
  const client = await registerClient(rig)
  await rig.partner('GET', `/api/v2/partner/client/verification_url?client_external_id=${client.externalId}`)
  sumsub.review(applicant(), green, { ...alices })
  expect(await textOf({ client })).toBe('approved')
  expect(await levelOf({ client })).toBe('identity')
  await give({ client }, {})
  expect(await levelOf({ client })).toBe('basic')
})

test('an applicant whose documents become another’s waits for the operator, and a refusal ends its level', async () => {
  const order = await placeWaiting('ada@example.com')
  await approve(own)
  expect(await levelOf(order)).toBe('identity')
  await approve(alices)
  expect([await levelOf(order), await textOf(order)]).toEqual(['identity', 'in_review'])
  await decide('refuse')
  expect(await levelOf(order)).toBe('basic')
})

test('a share token of another person’s applicant grants nothing', async () => {
  const [alice, mallory] = [
    await registerClient(rig, { first_name: 'Alice', last_name: 'Example', birth_date: '1955-04-03' }),
    await registerClient(rig, { first_name: 'Mallory', last_name: 'Example', birth_date: '1990-01-01' }),
  ]
  sumsub.shared.set('alices', { levelName: levels.identity, ...green, info: alices })
  const textWith = async (client: RegisteredClient) =>
    (await check({ client }, { share_token: 'alices' })).at('status_msg.verification')
  expect([await textWith(alice), await textWith(mallory)]).toEqual(['approved', 'in_review'])
  expect([await levelOf({ client: alice }), await levelOf({ client: mallory })]).toEqual([
    'identity',
    'unverified',
  ])
})

test('the sandbox’s page takes what the documents say, and compares it with the client’s details', async () => {
  const sandbox = await openRig()
  try {
    const client = await registerClient(sandbox)
    const { url } = await placeOverLimit(sandbox, client, '200')
    const { pathname } = new URL(url)
    const shown = await sandbox.send('GET', pathname)
    expect(shown.text).toContain(`name="birth_date" value="${payer.birth_date}"`)
    const form = { first_name: 'Alice', last_name: 'Example', birth_date: '1955-04-03', country: 'DE' }
    const body = new URLSearchParams({ decision: 'approve', ...form }).toString()
    const page = await sandbox.send('POST', pathname, { body })
    expect(page.text).toContain('We are reviewing your documents')
    const info = await sandbox.partner('POST', `/api/v2/partner/client/${client.externalId}`)
    expect(info.at('limits.verification_level')).toBe('basic')
    const path = '/api/v2/partner/client/verification/sandbox'
    const checked = await sandbox.partner('POST', path, { external_id: client.externalId })
    expect(checked.at('status_msg.verification')).toBe('in_review')
    expect((await sandbox.runCommand('client', 'verifications')).output).toContain(
      'Alice Example, 1955-04-03, DE',
    )
  } finally {
    await sandbox.close()
  }
})

test('a verification that waits is counted for the operator', async () => {
  await placeWaiting('mallory@example.com')
  await approve(alices)
  rig.work.start()
  try {
    const exposition = async () => (await rig.exchange.metrics.exposition()).body
    await expect.poll(exposition).toMatch(/^verifications_in_review\S* 1$/m)
  } finally {
    await rig.work.stop()
  }
})
