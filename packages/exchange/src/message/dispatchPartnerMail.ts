import type { MailOutcome } from './MailRail.ts'
import type { PartnerMail, PartnerMailStore } from './PartnerMail.ts'

/** The wait after each failed attempt, milliseconds; the last one repeats. */
const RETRY_MS = [5_000, 30_000, 120_000, 300_000] as const

/**
 * Hands one mail for a partner's contact to the mail server. One that was certainly not sent is retried until it is
 * given up; one that may have been sent is never retried.
 * @param asked.attempts which attempt this is, from 1
 */
export async function dispatchPartnerMail(
  deps: {
    partnerMails: PartnerMailStore
    mail: { tellPartner(mail: PartnerMail): Promise<MailOutcome> }
    now: () => Date
  },
  { id, attempts }: { id: string; attempts: number },
): Promise<void> {
  const { partnerMails, mail, now } = deps
  const begun = await partnerMails.begin(id)
  if (!begun) return
  if (now() >= begun.until)
    return partnerMails.end(id, { is: 'refused', why: 'its time had passed', isFinal: true })
  const outcome = await mail.tellPartner(begun.mail)
  const next = new Date(now().getTime() + waitMs(attempts))
  if (outcome.is === 'refused' && !outcome.isFinal && next < begun.until)
    return partnerMails.retryAt(id, next, outcome.why)
  return partnerMails.end(id, outcome)
}

function waitMs(attempts: number): number {
  return RETRY_MS[Math.min(attempts, RETRY_MS.length) - 1] ?? RETRY_MS[0]
}
