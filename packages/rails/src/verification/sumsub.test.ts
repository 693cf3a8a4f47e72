import { describe, expect, test } from 'vitest'
import type { Answering } from '../../testing/platformDouble.ts'
import { levels, sumsubDouble, token } from '../../testing/verification/sumsubDouble.ts'
import { sumsub } from './sumsub.ts'
import { sumsubCall } from './sumsubCall.ts'

const clock = { now: () => new Date('2026-03-01T12:00:00.900Z') }
const applicantId = 'partner-7/zoë@example.com'
const startRequest = {
  applicantId,
  email: 'zoe@example.com',
  level: 'identity',
  returnUrl: 'https://exchange.example/o/AB1CD-XY2ZW3',
} as const

const providerAt = (baseUrl: string, secretKey = token.secretKey, timeLimitMs = 10_000) =>
  sumsub({ call: sumsubCall({ token: { ...token, secretKey }, clock, baseUrl, timeLimitMs }), levels })

describe('a check', () => {
  test('a check is started under our own id, with a link to the page where the client proves its identity', async () => {
    await using double = await sumsubDouble()
    const url = `https://in.sumsub.com/websdk/p/${encodeURIComponent(applicantId)}`
    expect(await providerAt(double.url).start(startRequest)).toEqual({ is: 'started', url })
    expect(double.applicants).toMatchObject([
      { externalUserId: applicantId, review: { levelName: levels.identity } },
    ])
    const [first, second] = double.requests
    expect(first?.headers.get('x-app-access-ts')).toBe('1772366400')
    expect(first?.path).toBe('/resources/applicants?levelName=Kyc%20level%2Bid')
    expect(JSON.parse(second?.body ?? '')).toMatchObject({
      redirect: { successUrl: startRequest.returnUrl, rejectUrl: startRequest.returnUrl },
      ttlInSecs: 604_800,
    })
  })

  test('a check stays one check when it is started again, also for a higher level', async () => {
    await using double = await sumsubDouble()
    const provider = providerAt(double.url)
    const first = await provider.start(startRequest)
    expect(await provider.start({ ...startRequest, level: 'address' })).toEqual(first)
    expect(double.applicants).toHaveLength(1)
  })

  test('a check is refused in words that name no client', async () => {
    await using double = await sumsubDouble()
    double.lies = ({ path }) =>
      path.startsWith('/resources/applicants')
        ? { status: 400, json: { code: 400, description: `Invalid id ${applicantId}`, errorName: 'bad-id' } }
        : undefined
    expect(await providerAt(double.url).start(startRequest)).toEqual({
      is: 'refused',
      why: 'Sumsub said no with status 400 (bad-id)',
    })
  })

  test('a check reports to the operator that the token or its secret is wrong', async () => {
    await using double = await sumsubDouble()
    const stranger = providerAt(double.url, 'another')
    expect(await stranger.start(startRequest)).toMatchObject({
      is: 'refused',
      why: expect.stringContaining('secret key'),
    })
    expect(await stranger.status(applicantId)).toMatchObject({
      is: 'unknown',
      why: expect.stringContaining('secret key'),
    })
  })
})

const withoutDocuments = { names: [], birthDate: null, countries: [] }

describe('the status of a client', () => {
  const completed = (reviewAnswer: string, reviewRejectType?: string) => ({
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer, ...(reviewRejectType ? { reviewRejectType } : {}) },
  })

  test.for([
    ['has begun', { reviewStatus: 'init' }, { is: 'open', level: 'identity' }],
    ['is under review', { reviewStatus: 'pending' }, { is: 'open', level: 'identity' }],
    ['waits for an officer', { reviewStatus: 'onHold' }, { is: 'open', level: 'identity' }],
    ['is green', completed('GREEN'), { is: 'approved', level: 'identity', documents: withoutDocuments }],
    ['is red for good', completed('RED', 'FINAL'), { is: 'refused', level: 'identity' }],
    ['is red until better papers come', completed('RED', 'RETRY'), { is: 'open', level: 'identity' }],
    ['is red and says no more', completed('RED'), { is: 'open', level: 'identity' }],
    [
      'was green and is under review again',
      { ...completed('GREEN'), reviewStatus: 'pending' },
      { is: 'open', level: 'identity' },
    ],
    [
      'is green for more',
      { ...completed('GREEN'), levelName: levels.bank_statement },
      { is: 'approved', level: 'bank_statement', documents: withoutDocuments },
    ],
    [
      'is green by a level that is not ours',
      { ...completed('GREEN'), levelName: 'kyc level+id' },
      { is: 'none' },
    ],
  ] as const)('a client has the status of a check that %s', async ([, review, status]) => {
    await using double = await sumsubDouble()
    const provider = providerAt(double.url)
    await provider.start(startRequest)
    double.review(applicantId, review)
    expect(await provider.status(applicantId)).toEqual(status)
  })

  test('a client’s status has the data read from the documents, in each spelling, and no mere claims', async () => {
    await using double = await sumsubDouble()
    const provider = providerAt(double.url)
    await provider.start(startRequest)
    double.review(applicantId, completed('GREEN'), {
      firstName: 'Łukasz',
      firstNameEn: 'Lukasz',
      middleName: 'Jan',
      lastName: 'Żółć',
      lastNameEn: 'Zolc',
      dob: '1955-04-03',
      country: 'POL',
      idDocs: [{ idDocType: 'RESIDENCE_PERMIT', country: 'DEU' }],
      addresses: [{ country: 'DEU' }, { town: 'Berlin' }],
    })
    expect(await provider.status(applicantId)).toEqual({
      is: 'approved',
      level: 'identity',
      documents: {
        names: [
          { given: 'Łukasz Jan', family: 'Żółć' },
          { given: 'Lukasz', family: 'Zolc' },
        ],
        birthDate: '1955-04-03',
        countries: ['DE', 'PL'],
      },
    })
    double.review(
      applicantId,
      {},
      { firstName: 'Lukasz', dob: '1955', country: 'XXX', fixedInfo: { lastName: 'Zolc' } },
    )
    expect(await provider.status(applicantId)).toMatchObject({ documents: withoutDocuments })
  })

  test('a client without a check has no status', async () => {
    await using double = await sumsubDouble()
    expect(await providerAt(double.url).status('partner-8')).toEqual({ is: 'none' })
  })
})

describe('a share token', () => {
  const approved = {
    levelName: levels.identity,
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer: 'GREEN' },
  }

  test('a share token imports what another company has verified about the client, under our id', async () => {
    await using double = await sumsubDouble()
    double.shared.set('_act-0b8a+43f6', approved)
    const provider = providerAt(double.url)
    expect(await provider.take({ applicantId, shareToken: '_act-0b8a+43f6' })).toEqual({ is: 'taken' })
    expect(await provider.status(applicantId)).toMatchObject({ is: 'approved', level: 'identity' })
  })

  test('a share token that is malformed or expired changes nothing', async () => {
    await using double = await sumsubDouble()
    const provider = providerAt(double.url)
    expect(await provider.take({ applicantId, shareToken: 'old' })).toEqual({
      is: 'refused',
      why: 'Sumsub said no with status 400 (invalid-share-token)',
    })
    expect(await provider.status(applicantId)).toEqual({ is: 'none' })
  })

  test('a share token does not replace an existing check', async () => {
    await using double = await sumsubDouble()
    double.shared.set('token', approved)
    const provider = providerAt(double.url)
    await provider.start(startRequest)
    expect(await provider.take({ applicantId, shareToken: 'token' })).toMatchObject({ is: 'refused' })
    expect(double.applicants).toHaveLength(1)
  })

  test('a share token has an unknown outcome where Sumsub answers about someone else', async () => {
    await using double = await sumsubDouble()
    const provider = providerAt(double.url)
    await provider.start(startRequest)
    double.lies = () => ({ json: { externalUserId: 'partner-8', review: { reviewStatus: 'init' } } })
    expect(await provider.status(applicantId)).toMatchObject({ is: 'unknown' })
  })

  test('a share token whose answer was lost can be looked up', async () => {
    await using double = await sumsubDouble()
    double.shared.set('token', approved)
    const provider = providerAt(double.url)
    double.lies = ({ method }) => (method === 'PATCH' ? 'hang up' : undefined)
    expect(await provider.take({ applicantId, shareToken: 'token' })).toMatchObject({ is: 'unknown' })
    expect(await provider.status(applicantId)).toEqual({ is: 'none' })
    double.lies = undefined
    expect(await provider.take({ applicantId, shareToken: 'token' })).toEqual({ is: 'taken' })
  })
})

test.for<[string, Answering]>([
  ['fails', { status: 503, json: {} }],
  ['says nothing', 'silence'],
  ['hangs up halfway', 'hang up halfway'],
  ['shows a page', { text: '<html>' }],
  ['answers with something else', { json: { url: 'javascript:alert(1)', review: 'GREEN' } }],
])('a question to Sumsub has an unknown answer when Sumsub %s', async ([, answering]) => {
  await using double = await sumsubDouble()
  double.lies = () => answering
  const provider = providerAt(double.url, token.secretKey, answering === 'silence' ? 100 : 10_000)
  expect(await provider.start(startRequest)).toMatchObject({ is: 'unknown' })
  expect(await provider.status(applicantId)).toMatchObject({ is: 'unknown' })
  expect(await provider.take({ applicantId, shareToken: 'token' })).toMatchObject({ is: 'unknown' })
})
