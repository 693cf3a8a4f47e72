import type { ProvenLevel } from '@cambio/exchange/client/Client.ts'
import type {
  ShareOutcome,
  VerificationProvider,
  VerificationStart,
  VerificationStatus,
} from '@cambio/exchange/limit/VerificationProvider.ts'
import * as z from 'zod/mini'
import { answerOf, readReply, whyNot, type SumsubCall } from './sumsubCall.ts'

/** How long a link to the check may be opened, seconds: as long as an order waits for it. */
const LINK_LIFE_SECONDS = 7 * 24 * 60 * 60

/**
 * Sumsub by its documented API. Its applicants are our clients, under our ids. A start that is repeated finds the
 * applicant there already, which Sumsub says with 409.
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
    if (made.status >= 400 && made.status !== 409) return { is: 'refused', why: whyNot(made) }
    const link = await call('POST', '/resources/sdkIntegrations/levels/-/websdkLink', {
      levelName,
      userId: applicantId,
      applicantIdentifiers: { email },
      redirect: { successUrl: returnUrl, rejectUrl: returnUrl },
      ttlInSecs: LINK_LIFE_SECONDS,
    })
    if (link.status >= 400) return { is: 'refused', why: whyNot(link) }
    return { is: 'started', url: readReply(Link, link).url }
  }

  async function status(applicantId: string): Promise<VerificationStatus> {
    const path = `/resources/applicants/-;externalUserId=${encodeURIComponent(applicantId)}/one`
    const reply = await call('GET', path)
    if (reply.status === 404) return { is: 'none' }
    // That it does not tell is not that there is nothing to tell.
    if (reply.status !== 200) return { is: 'unknown', why: whyNot(reply) }
    return statusOf(readReply(Applicant, reply), levels)
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
    if (imported.status >= 400) return { is: 'refused', why: whyNot(imported) }
    // What is imported has an id of Sumsub's alone; only now is it our client.
    const { id } = readReply(Made, imported)
    const named = await call('PATCH', '/resources/applicants', { id, externalUserId })
    return named.status >= 400 ? { is: 'refused', why: whyNot(named) } : { is: 'taken' }
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
const Applicant = z.object({
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
  { review }: z.infer<typeof Applicant>,
  levels: Readonly<Record<ProvenLevel, string>>,
): VerificationStatus {
  const level = provenLevels.find((each) => levels[each] === review.levelName)
  if (level === undefined) return { is: 'none' }
  const { reviewAnswer, reviewRejectType } = review.reviewResult ?? {}
  if (review.reviewStatus !== 'completed') return { is: 'open', level }
  if (reviewAnswer === 'GREEN') return { is: 'approved', level }
  return { is: reviewAnswer === 'RED' && reviewRejectType === 'FINAL' ? 'refused' : 'open', level }
}

const provenLevels = ['identity', 'address', 'bank_statement'] as const satisfies readonly ProvenLevel[]
