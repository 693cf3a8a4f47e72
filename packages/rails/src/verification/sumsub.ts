import type { ProvenLevel } from '@cambio/exchange/client/Client.ts'
import type { DocumentData } from '@cambio/exchange/client/DocumentData.ts'
import type {
  ShareOutcome,
  VerificationProvider,
  VerificationStart,
  VerificationStatus,
} from '@cambio/exchange/limit/VerificationProvider.ts'
import * as z from 'zod/mini'
import { countryOfAlpha3 } from './countryOfAlpha3.ts'
import { answerOf, readReply, reasonOf, type SumsubCall } from './sumsubCall.ts'

/** How long a link to the check is valid, seconds: as long as an order waits for it. */
const LINK_LIFE_SECONDS = 7 * 24 * 60 * 60

/**
 * Sumsub by its documented API. Its applicants are our clients, under our ids. A repeated start finds the applicant
 * already there, which Sumsub reports with 409.
 * @param input.levels the names of the operator's levels at Sumsub, which are case-sensitive
 */
export function sumsub(input: {
  readonly call: SumsubCall
  readonly levels: Readonly<Record<ProvenLevel, string>>
}): VerificationProvider {
  const { call, levels } = input

  async function start(request: Parameters<VerificationProvider['start']>[0]): Promise<VerificationStart> {
    const { applicantId, email, level, returnUrl } = request
    const levelName = levels[level]
    const applicant = { externalUserId: applicantId, email }
    const made = await call(
      'POST',
      `/resources/applicants?levelName=${encodeURIComponent(levelName)}`,
      applicant,
    )
    if (made.status >= 400 && made.status !== 409) return { is: 'refused', why: reasonOf(made) }
    const link = await call('POST', '/resources/sdkIntegrations/levels/-/websdkLink', {
      levelName,
      userId: applicantId,
      applicantIdentifiers: { email },
      redirect: { successUrl: returnUrl, rejectUrl: returnUrl },
      ttlInSecs: LINK_LIFE_SECONDS,
    })
    if (link.status >= 400) return { is: 'refused', why: reasonOf(link) }
    return { is: 'started', url: readReply(Link, link).url }
  }

  async function status(applicantId: string): Promise<VerificationStatus> {
    const path = `/resources/applicants/-;externalUserId=${encodeURIComponent(applicantId)}/one`
    const reply = await call('GET', path)
    if (reply.status === 404) return { is: 'none' }
    // A missing answer does not mean that there is no check.
    if (reply.status !== 200) return { is: 'unknown', why: reasonOf(reply) }
    const applicant = readReply(Applicant, reply)
    if (applicant.externalUserId !== applicantId)
      return { is: 'unknown', why: 'Sumsub answered about another applicant than it was asked about' }
    return statusOf(applicant, levels)
  }

  async function take(request: { applicantId: string; shareToken: string }): Promise<ShareOutcome> {
    const { applicantId: externalUserId, shareToken } = request
    const before = await status(externalUserId)
    if (before.is === 'unknown') return before
    if (before.is !== 'none') return { is: 'refused', why: 'Sumsub has this client already' }
    const imported = await call(
      'POST',
      `/resources/applicants/-/import?shareToken=${encodeURIComponent(shareToken)}`,
    )
    if (imported.status >= 400) return { is: 'refused', why: reasonOf(imported) }
    // An imported applicant has only Sumsub's id; now it gets our client's.
    const { id } = readReply(Made, imported)
    const named = await call('PATCH', '/resources/applicants', { id, externalUserId })
    return named.status >= 400 ? { is: 'refused', why: reasonOf(named) } : { is: 'taken' }
  }

  return {
    name: 'sumsub',
    start: (request) => answerOf(() => start(request)),
    status: (applicantId) => answerOf(() => status(applicantId)),
    take: (request) => answerOf(() => take(request)),
  }
}

const Link = z.object({ url: z.url({ protocol: /^https$/ }) })
const Made = z.object({ id: z.string() })
const Text = z.optional(z.nullable(z.string()))
const Applicant = z.object({
  externalUserId: z.optional(z.string()),
  /** The data read from the documents. `fixedInfo`, which the creator of the applicant claimed, is ignored. */
  info: z.optional(
    z.object({
      firstName: Text,
      firstNameEn: Text,
      middleName: Text,
      middleNameEn: Text,
      lastName: Text,
      lastNameEn: Text,
      dob: Text,
      country: Text,
      idDocs: z.optional(z.nullable(z.array(z.object({ country: Text })))),
      addresses: z.optional(z.nullable(z.array(z.object({ country: Text })))),
    }),
  ),
  review: z.object({
    levelName: z.optional(z.string()),
    reviewStatus: z.string(),
    reviewResult: z.optional(
      z.object({ reviewAnswer: z.optional(z.string()), reviewRejectType: z.optional(z.string()) }),
    ),
  }),
})

/** An answer counts only once the review is completed; a rejection that is not final asks the client for better papers. */
function statusOf(
  { review, info }: z.infer<typeof Applicant>,
  levels: Readonly<Record<ProvenLevel, string>>,
): VerificationStatus {
  const level = provenLevels.find((each) => levels[each] === review.levelName)
  if (level === undefined) return { is: 'none' }
  const { reviewAnswer, reviewRejectType } = review.reviewResult ?? {}
  if (review.reviewStatus !== 'completed') return { is: 'open', level }
  if (reviewAnswer === 'GREEN') return { is: 'approved', level, documents: documentsOf(info) }
  return { is: reviewAnswer === 'RED' && reviewRejectType === 'FINAL' ? 'refused' : 'open', level }
}

function documentsOf(info: z.infer<typeof Applicant>['info']): DocumentData {
  if (!info) return { names: [], birthDate: null, countries: [] }
  const spellings = [
    { given: [info.firstName, info.middleName], family: info.lastName },
    { given: [info.firstNameEn, info.middleNameEn], family: info.lastNameEn },
  ]
  const names = spellings.map(({ given, family }) => ({
    given: given.filter(Boolean).join(' '),
    family: family ?? '',
  }))
  const codes = [info, ...(info.idDocs ?? []), ...(info.addresses ?? [])].map(({ country }) => country ?? '')
  const countries = codes.flatMap((code) => countryOfAlpha3(code) ?? [])
  return {
    names: names.filter(({ given, family }) => given !== '' && family !== ''),
    birthDate: z.iso.date().safeParse(info.dob).data ?? null,
    countries: [...new Set(countries)].toSorted(),
  }
}

const provenLevels = ['identity', 'address', 'bank_statement'] as const satisfies readonly ProvenLevel[]
