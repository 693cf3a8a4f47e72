import type { RegisterClient } from '@cambio/wire/Client.ts'
import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { checkCountry } from '../country/checkCountry.ts'
import type { Partner } from '../partner/Partner.ts'
import type { AccountConflict, AccountStore } from './Account.ts'
import { checkBirthDate } from './checkBirthDate.ts'
import type { Passwords } from './Passwords.ts'

/**
 * Registers a partner's client. A client who placed orders before, in the widget for example, is recognised by the e-mail
 * address and stays the same client.
 * @throws Refusal client_external_id_taken, email_taken, country_forbidden, validation_failed; nothing was registered then
 */
export async function registerClient(
  deps: { accounts: AccountStore; catalogue: Catalogue; passwords: Pick<Passwords, 'hash'>; now: () => Date },
  { partner, details }: { partner: Partner; details: RegisterClient },
): Promise<void> {
  const { countries } = deps.catalogue.now()
  checkCountry(countries, details.remote_country, false, ['remote_country'])
  if (details.country !== undefined) checkCountry(countries, details.country, false, ['country'])
  const birthDate = details.birth_date?.slice(0, 10)
  if (birthDate !== undefined) checkBirthDate(birthDate, deps.now())
  const outcome = await deps.accounts.register({
    partnerId: partner.id,
    email: details.email.toLowerCase(),
    passwordHash: await deps.passwords.hash(details.password, partner.id),
    profile: {
      externalId: details.client_external_id,
      phone: details.phone ?? null,
      emailVerified: details.email_verified ?? false,
      phoneVerified: details.phone_verified ?? false,
      firstName: details.first_name ?? null,
      lastName: details.last_name ?? null,
      birthDate: birthDate ?? null,
      gender: details.gender ?? null,
      country: details.country ?? null,
      metadata: details.metadata ?? {},
    },
  })
  if (outcome !== 'registered') throw refusalOf(outcome)
}

function refusalOf(conflict: AccountConflict): Error {
  return conflict === 'external_id_taken'
    ? fieldRefusal(
        'client_external_id_taken',
        ['client_external_id'],
        'Another client of yours has this client_external_id; nothing was registered',
      )
    : emailTaken('nothing was registered')
}

/** The refusal of an e-mail address that another client of the same partner has. */
export function emailTaken(consequence: string): Error {
  const detail = `Another client of yours has this e-mail address; ${consequence}`
  return fieldRefusal('email_taken', ['email'], detail)
}
