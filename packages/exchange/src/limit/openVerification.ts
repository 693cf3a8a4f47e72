import { Refusal } from '@cambio/wire/http/Problem.ts'
import { provable } from '../client/Client.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import type { Inbox, NoticeSource } from '../notice/Notice.ts'
import type { VerificationProvider } from './VerificationProvider.ts'
import type { VerificationStore } from './VerificationStore.ts'

/**
 * Starts the check at the provider that an order's verification requires. A notice about the client is filed at once,
 * so that the exchange asks for the check's result even where the provider's own notice is lost.
 * @returns the provider's address where the client shows their documents; undefined when the token is unknown or
 * expired
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
  input: { token: string; source: NoticeSource; returnUrl: string },
): Promise<string | undefined> {
  const { token, source, returnUrl } = input
  const verification = await deps.verifications.find(token)
  const client = verification && (await deps.clients.find(verification.clientId))
  if (!client || deps.now() >= verification.expiresAt) return undefined
  const { applicantId, email } = client
  const started = await deps.verification.start({
    applicantId,
    email,
    level: provable(verification.level),
    returnUrl,
  })
  if (started.is !== 'started')
    throw new Refusal('unavailable', 'The verification could not be started; try again in a minute', {
      cause: new Error(started.why),
    })
  await deps.inbox.file({ source, reference: applicantId })
  return started.url
}
