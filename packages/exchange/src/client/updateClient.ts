import type { UpdateClient } from '@cambio/wire/Client.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { Partner } from '../partner/Partner.ts'
import type { AccountStore } from './Account.ts'
import { emailTaken } from './registerClient.ts'

/**
 * Changes a client's e-mail address or phone as its partner says. A new one is unverified unless the same call says
 * that it is verified; one that stays keeps its mark unless the call says otherwise.
 * @throws Refusal client_unknown, email_taken; nothing was changed then
 */
export async function updateClient(
  { accounts }: { accounts: Pick<AccountStore, 'findByExternalId' | 'update'> },
  { partner, externalId, asked }: { partner: Partner; externalId: string; asked: UpdateClient },
): Promise<void> {
  const account = await accounts.findByExternalId(partner.id, externalId)
  if (!account) throw new Refusal('client_unknown')
  const { client, profile } = account
  const email = asked.email?.toLowerCase() ?? client.email
  const phone = asked.phone ?? profile.phone
  const outcome = await accounts.update(client.id, {
    email,
    phone,
    emailVerified: asked.email_verified ?? (email === client.email && profile.emailVerified),
    phoneVerified: asked.phone_verified ?? (phone === profile.phone && profile.phoneVerified),
  })
  if (outcome === 'email_taken') throw emailTaken('nothing was changed')
}
