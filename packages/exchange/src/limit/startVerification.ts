import { Refusal } from '@cambio/wire/http/Problem.ts'
import { effectiveLevel, type Client, type ProvenLevel } from '../client/Client.ts'
import type { VerificationProvider } from './VerificationProvider.ts'

/**
 * Starts a check at the provider that raises a client by one level, without an order that waits for it.
 * @returns the address of the page where the client shows their documents
 * @throws Refusal unavailable; asking again is safe
 */
export async function startVerification(
  { verification, baseUrl }: { verification: Pick<VerificationProvider, 'start'>; baseUrl: string },
  client: Client,
): Promise<string> {
  const { applicantId, email } = client
  const started = await verification.start({ applicantId, email, level: nextOf(client), returnUrl: baseUrl })
  if (started.is === 'started') return started.url
  throw new Refusal('unavailable', 'The verification could not be started; try again in a minute', {
    cause: new Error(started.why),
  })
}

/**
 * The lowest level above the client's that requires a document; for a client of the highest level, that level again.
 */
function nextOf(client: Client): ProvenLevel {
  switch (effectiveLevel(client)) {
    case 'unverified':
    case 'email_phone':
    case 'basic':
      return 'identity'
    case 'identity':
      return 'address'
    case 'address':
    case 'bank_statement':
      return 'bank_statement'
  }
}
