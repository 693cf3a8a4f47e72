import type { RegisterClient } from '@cambio/wire/Client.ts'
import { fieldRefusal } from '@cambio/wire/Problem.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { checkCountry } from '../country/checkCountry.ts'
import type { Partner } from '../partner/Partner.ts'
import type { AccountConflict, AccountStore } from './Account.ts'
import { checkBirthDate } from './checkBirthDate.ts'
import type { Passwords } from './Passwords.ts'

/**
 * Registers a client of a partner's. A client who has placed orders before, in the widget say, is the same one by its
 * e-mail address.
 * @throws Refusal client_external_id_taken, email_taken, country_forbidden, validation_failed; nothing was kept then
 */
export async function registerClient(
  deps: { accounts: AccountStore; catalogue: Catalogue; passwords: Passwords; now: () => Date },
  { partner, asked }: { partner: Partner; asked: RegisterClient },
): Promise<void> {
  const { countries } = deps.catalogue.now()
  checkCountry(countries, asked.remote_country, false, ['remote_country'])
  if (asked.country !== undefined) checkCountry(countries, asked.country, false, ['country'])
  const birthDate = asked.birth_date?.slice(0, 10)
  if (birthDate !== undefined) checkBirthDate(birthDate, deps.now())
  const outcome = await deps.accounts.register({
    partnerId: partner.id,
    email: asked.email.toLowerCase(),
    passwordHash: await deps.passwords.hash(asked.password),
    profile: {
      externalId: asked.client_external_id,
      phone: asked.phone ?? null,
      emailVerified: asked.email_verified ?? false,
      phoneVerified: asked.phone_verified ?? false,
      firstName: asked.first_name ?? null,
      lastName: asked.last_name ?? null,
      birthDate: birthDate ?? null,
      gender: asked.gender ?? null,
      country: asked.country ?? null,
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

/** No to an address that another client of the partner's has. */
export function emailTaken(consequence: string): Error {
  const detail = `Another client of yours has this e-mail address; ${consequence}`
  return fieldRefusal('email_taken', ['email'], detail)
}
