import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { platformDouble, type Answering, type ReceivedRequest } from '../platformDouble.ts'

/*
 * Sumsub as docs.sumsub.com describes what we ask of it: what is not described there is an error here.
 */

export const token = { appToken: 'prd:app.token', secretKey: 'app secret' }
export const levels = {
  identity: 'Kyc level+id',
  address: 'proof-of-address',
  bank_statement: 'source-of-funds',
}

type Review = {
  readonly levelName: string
  readonly reviewStatus: string
  readonly reviewResult?: { readonly reviewAnswer: string; readonly reviewRejectType?: string }
}
/** What Sumsub read from documents, as its applicant carries it: countries have three letters. */
type Info = Readonly<Record<string, unknown>>
type Applicant = { readonly id: string; externalUserId: string; review: Review; info?: Info }

/** A Sumsub with its applicants, which a test reviews, and with share tokens of another company. */
export async function sumsubDouble() {
  const applicants: Applicant[] = []
  /** What each token hands over. */
  const shared = new Map<string, Review & { readonly info?: Info }>()
  const state = {
    applicants,
    shared,
    lies: undefined as ((request: ReceivedRequest) => Answering | undefined) | undefined,
  }
  const double = await platformDouble((request) => state.lies?.(request) ?? answerTo(request, state))
  return Object.assign(state, double, {
    review(externalUserId: string, review: Partial<Review>, info?: Info) {
      for (const applicant of applicants) {
        if (applicant.externalUserId !== externalUserId) continue
        applicant.review = { ...applicant.review, ...review }
        if (info) applicant.info = info
      }
    },
  })
}

type State = {
  readonly applicants: Applicant[]
  readonly shared: ReadonlyMap<string, Review & { readonly info?: Info }>
}

function answerTo(request: ReceivedRequest, { applicants, shared }: State): Answering {
  if (!isSigned(request))
    return error(401, 'Request signature mismatch', 4003, 'app-token-signature mismatch')
  const { pathname, searchParams } = new URL(request.path, 'https://api.sumsub.com')
  const endpoint = `${request.method} ${pathname}`
  const body: unknown = request.body === '' ? undefined : JSON.parse(request.body)
  if (endpoint === 'POST /resources/applicants')
    return create(applicants, searchParams.get('levelName') ?? '', NewApplicant.safeParse(body).data)
  if (endpoint === 'POST /resources/sdkIntegrations/levels/-/websdkLink')
    return link(LinkRequest.safeParse(body).data)
  if (endpoint === 'POST /resources/applicants/-/import')
    return imported(applicants, shared.get(searchParams.get('shareToken') ?? ''))
  if (endpoint === 'PATCH /resources/applicants') return rename(applicants, Renaming.safeParse(body).data)
  const externalUserId = /^GET \/resources\/applicants\/-;externalUserId=([^/]+)\/one$/.exec(endpoint)?.[1]
  const applicant = applicants.find(
    (each) => each.externalUserId === decodeURIComponent(externalUserId ?? ''),
  )
  return applicant ? { json: jsonOf(applicant) } : error(404, 'Applicant not found')
}

const NewApplicant = z.strictObject({ externalUserId: z.string().check(z.maxLength(512)), email: z.email() })
const Renaming = z.strictObject({ id: z.string(), externalUserId: z.string() })
const LinkRequest = z.strictObject({
  levelName: z.enum(Object.values(levels)),
  userId: z.string(),
  applicantIdentifiers: z.strictObject({ email: z.email() }),
  redirect: z.strictObject({ successUrl: z.url(), rejectUrl: z.url() }),
  ttlInSecs: z.int(),
})

function create(
  applicants: Applicant[],
  levelName: string,
  body: z.infer<typeof NewApplicant> | undefined,
): Answering {
  if (!body) return error(400, 'Bad request')
  if (!Object.values(levels).includes(levelName)) return error(404, `Level ${levelName} not found`)
  const { externalUserId } = body
  if (applicants.some((each) => each.externalUserId === externalUserId))
    return error(409, `Applicant with external user id '${externalUserId}' already exists`)
  return keep(applicants, { externalUserId, review: { levelName, reviewStatus: 'init' } }, 201)
}

function keep(applicants: Applicant[], made: Omit<Applicant, 'id'>, status: number): Answering {
  const applicant = { id: `5cb56e8e0a975a35f333c${String(applicants.length).padStart(3, '0')}`, ...made }
  applicants.push(applicant)
  return { status, json: jsonOf(applicant) }
}

function link(body: z.infer<typeof LinkRequest> | undefined): Answering {
  if (!body) return error(400, 'Bad request')
  return { json: { url: `https://in.sumsub.com/websdk/p/${encodeURIComponent(body.userId)}` } }
}

function imported(
  applicants: Applicant[],
  found: (Review & { readonly info?: Info }) | undefined,
): Answering {
  if (!found) return error(400, 'Provided share token is malformed or expired', 10503, 'invalid-share-token')
  const { info, ...review } = found
  const made = { externalUserId: `preview-random-${applicants.length}`, review, ...(info && { info }) }
  return keep(applicants, made, 200)
}

function rename(applicants: readonly Applicant[], body: z.infer<typeof Renaming> | undefined): Answering {
  const applicant = applicants.find(({ id }) => id === body?.id)
  if (!applicant || !body) return error(404, 'Applicant not found')
  applicant.externalUserId = body.externalUserId
  return { json: jsonOf(applicant) }
}

function jsonOf({ id, externalUserId, review, info }: Applicant): Record<string, unknown> {
  const fixed = { createdAt: '2026-03-01 12:00:00', clientId: 'cambio', type: 'individual' }
  return { ...fixed, id, externalUserId, ...(info && { info }), review: { attemptCnt: 0, ...review } }
}

function isSigned({ method, path, headers, body }: ReceivedRequest): boolean {
  const seconds = headers.get('x-app-access-ts') ?? ''
  const expected = createHmac('sha256', token.secretKey).update(`${seconds}${method}${path}${body}`)
  const isJson = headers.get('content-type') === 'application/json'
  const signature = headers.get('x-app-access-sig')
  return isJson && headers.get('x-app-token') === token.appToken && signature === expected.digest('hex')
}

function error(code: number, description: string, errorCode?: number, errorName?: string): Answering {
  const json = { description, code, correlationId: 'c0b20cfbbf674ce5aeaf479e72d33af8', errorCode, errorName }
  return { status: code, json }
}
