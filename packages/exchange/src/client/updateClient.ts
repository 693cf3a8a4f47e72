import type { UpdateClient } from '@cambio/wire/Client.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Partner } from '../partner/Partner.ts'
import type { AccountStore } from './Account.ts'
import { emailTaken } from './registerClient.ts'

/**
 * Changes a client's e-mail address or phone for its partner. A new value is unverified unless the call marks it as
 * verified. An unchanged value keeps its mark unless the call changes the mark.
 * @throws Refusal client_unknown, email_taken; nothing was changed then
 */
export async function updateClient(
  { accounts }: { accounts: Pick<AccountStore, 'findByExternalId' | 'update'> },
  { partner, externalId, changes }: { partner: Partner; externalId: string; changes: UpdateClient },
): Promise<void> {
  const account = await accounts.findByExternalId(partner.id, externalId)
  if (!account) throw new Refusal('client_unknown')
  const { client, profile } = account
  const email = changes.email?.toLowerCase() ?? client.email
  const phone = changes.phone ?? profile.phone
  const outcome = await accounts.update(client.id, {
    email,
    phone,
    emailVerified: changes.email_verified ?? (email === client.email && profile.emailVerified),
    metadata: changes.metadata ?? profile.metadata,
    phoneVerified: changes.phone_verified ?? (phone === profile.phone && profile.phoneVerified),
  })
  if (outcome === 'email_taken') throw emailTaken('nothing was changed')
}
