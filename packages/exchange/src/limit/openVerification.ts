import type { VerificationLevel } from '@cambio/wire/Payment.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { ProvenLevel } from '../client/Client.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import type { Inbox, NoticeSource } from '../notice/Notice.ts'
import type { VerificationProvider } from './VerificationProvider.ts'
import type { VerificationStore } from './VerificationStore.ts'

/**
 * Has the provider check what an order's verification asks for. That the check was begun is filed as news of the client,
 * so that its end is asked for also where the provider's own news is lost.
 * @returns the provider's address, where the client shows it; undefined when the token is unknown or over
 * @throws Refusal unavailable; asking again is safe
 */
export async function openVerification(
  deps: {
    verification: Pick<VerificationProvider, 'start'>
    verifications: Pick<VerificationStore, 'find'>
    clients: Pick<ClientStore, 'find'>
    inbox: Inbox
    now: () => Date
  },
  asked: { token: string; source: NoticeSource; returnUrl: string },
): Promise<string | undefined> {
  const { token, source, returnUrl } = asked
  const found = await deps.verifications.find(token)
  const client = found && (await deps.clients.find(found.clientId))
  if (!client || deps.now() >= found.expiresAt) return undefined
  const { applicantId, email } = client
  const started = await deps.verification.start({
    applicantId,
    email,
    level: provable(found.level),
    returnUrl,
  })
  if (started.is !== 'started')
    throw new Refusal('unavailable', 'The verification could not be started; try again in a minute', {
      cause: new Error(started.why),
    })
  await deps.inbox.file({ source, reference: applicantId })
  return started.url
}

/** What is below documents is no provider's to check: the first document covers it. */
function provable(level: VerificationLevel): ProvenLevel {
  return level === 'address' || level === 'bank_statement' ? level : 'identity'
}
