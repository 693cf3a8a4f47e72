import type { Account, AccountConflict, AccountStore, Profile } from '@cambio/exchange/client/Account.ts'
import { contactLevel } from '@cambio/exchange/client/Client.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { gatheredRow, rowRead } from '@cambio/server/postgres/gathered/gatheredRow.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { isViolation } from '../violation.ts'
import { clientOf, type ClientRow } from './clients.ts'
import { revokeFormerMailbox } from './revokeFormerMailbox.ts'

type AccountRow = ClientRow & {
  readonly external_id: string
  readonly password_hash: string
  readonly phone: string | null
  readonly email_verified: boolean
  readonly phone_verified: boolean
  readonly first_name: string | null
  readonly last_name: string | null
  readonly birth_date: string | null
  readonly gender: Profile['gender']
  readonly metadata: Profile['metadata'] | null
}

/** Clients that their partner has registered. */
export function accountStore(deps: StoreDeps): AccountStore {
  const { query } = deps
  const ofExternalId = gatheredRow<AccountRow>(query, FIND_BY_EXTERNAL_ID)
  return {
    async isEmailVerified(clientId) {
      const [row] = await query<{ email_verified: boolean }>({
        name: 'account_is_email_verified',
        text: 'select email_verified from client_account where client_id = $1',
        values: [clientId],
      })
      return row?.email_verified ?? false
    },
    async findByExternalId(partnerId, externalId) {
      const row = await ofExternalId(partnerId, externalId)
      return row && accountOf(row)
    },
    async findByEmail(partnerId, email) {
      const [row] = await query<AccountRow>({
        name: 'account_find_by_email',
        text: `${READ} where c.partner_id = $1 and c.email = $2`,
        values: [partnerId, email],
      })
      return row && { ...accountOf(row), passwordHash: row.password_hash }
    },
    async register(input) {
      try {
        const registered = await query<{ client_id: string }>({
          name: 'account_register',
          text: REGISTER,
          values: valuesOf(deps, input),
        })
        return registered.length > 0 ? 'registered' : 'email_taken'
      } catch (error) {
        const conflict: AccountConflict = 'external_id_taken'
        if (isViolation(error, 'client_account_external_id')) return conflict
        throw error
      }
    },
    setPassword: (clientId, { passwordHash, replaces }) =>
      deps.transaction(async (query) => {
        await query({ name: 'account_hold', text: LOCK, values: [clientId] })
        const changed = await query<{ client_id: string }>({
          name: 'account_set_password',
          text: `
            update client_account set password_hash = $2
            where client_id = $1 and ($3::text is null or password_hash = $3) returning client_id`,
          values: [clientId, passwordHash, replaces],
        })
        if (changed.length === 0) return false
        await endSignIns(query, clientId)
        return true
      }),
    async noteLogin(clientId, country) {
      await query({
        name: 'account_note_login',
        text: 'update client_account set login_country = $2 where client_id = $1',
        values: [clientId, country],
      })
    },
    async update(clientId, change) {
      const { email, phone, emailVerified, phoneVerified, metadata } = change
      try {
        await deps.transaction(async (query) => {
          const [before] = await query<{ partner_id: string; email: string }>({
            name: 'account_hold',
            text: LOCK,
            values: [clientId],
          })
          await query({
            name: 'account_update',
            text: UPDATE,
            values: [
              clientId,
              email,
              phone,
              emailVerified,
              phoneVerified,
              contactLevel(change),
              noted(metadata),
            ],
          })
          if (!before || before.email === email) return
          await endSignIns(query, clientId)
          await revokeFormerMailbox(query, {
            clientId,
            partnerId: before.partner_id,
            from: before.email,
            to: email,
          })
        })
        return 'updated'
      } catch (error) {
        if (isViolation(error, 'client_partner_id_email_key')) return 'email_taken'
        throw error
      }
    },
  }
}

const LOCK = 'select partner_id, email from client where id = $1 for no key update'

const READ = `
  select c.id, c.partner_id, c.email, c.level, c.payer, c.identities, c.documents, c.credentials_version, a.external_id, a.password_hash, a.phone,
    a.email_verified, a.phone_verified, a.first_name, a.last_name, a.birth_date, a.gender, a.country,
    a.login_country, a.metadata
  from client_account a join client c on c.id = a.client_id`

const FIND_BY_EXTERNAL_ID = rowRead(
  'account_find_by_external_id',
  `${READ} where a.partner_id = $1 and a.external_id = $2`,
  ['text', 'text'],
)

/** Whether a client's level follows from its contact. A level by details or documents is higher, and stays. */
const BY_CONTACT = `client.level in ('unverified', 'email_phone')`

/** A client who has ordered with this e-mail address before is the same client. An existing account is not changed. */
const REGISTER = `
  with made as (
    insert into client (id, partner_id, email, level, created_at) values ($1, $2, $3, $15, $4)
    on conflict (partner_id, email) do update set email = excluded.email,
      level = case when ${BY_CONTACT} and not exists (select from client_account a where a.client_id = client.id)
        then excluded.level else client.level end
    returning id
  )
  insert into client_account (client_id, partner_id, created_at, external_id, password_hash, phone, email_verified,
    phone_verified, first_name, last_name, birth_date, gender, country, metadata)
  select made.id, $2, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $16::jsonb from made
  on conflict (client_id) do nothing
  returning client_id`

function valuesOf(
  deps: StoreDeps,
  { partnerId, email, passwordHash, profile }: Parameters<AccountStore['register']>[0],
): readonly unknown[] {
  return [
    deps.random.uuid(),
    partnerId,
    email,
    deps.now(),
    profile.externalId,
    passwordHash,
    profile.phone,
    profile.emailVerified,
    profile.phoneVerified,
    profile.firstName,
    profile.lastName,
    profile.birthDate,
    profile.gender,
    profile.country,
    contactLevel(profile),
    noted(profile.metadata),
  ]
}

const UPDATE = `
  with client_changed as (
    update client set email = $2, level = case when ${BY_CONTACT} then $6 else level end
    where id = $1 and (email <> $2 or ${BY_CONTACT})
  )
  update client_account set phone = $3, email_verified = $4, phone_verified = $5, metadata = $7::jsonb where client_id = $1`

/** Metadata as stored: empty metadata is null, so that it is in no index. */
function noted(metadata: Profile['metadata']): string | null {
  return Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata)
}

function accountOf(row: AccountRow): Account {
  return {
    client: clientOf(row),
    profile: {
      externalId: row.external_id,
      phone: row.phone,
      emailVerified: row.email_verified,
      phoneVerified: row.phone_verified,
      firstName: row.first_name,
      lastName: row.last_name,
      birthDate: row.birth_date,
      gender: row.gender,
      country: row.country,
      metadata: row.metadata ?? {},
    },
  }
}

/**
 * Ends all sessions and login tokens of a client whose e-mail address or password changes. The client's row must be
 * locked: a session that is being opened waits for it, and then finds another version of the credentials.
 */
async function endSignIns(query: Query, clientId: string): Promise<void> {
  const values = [clientId]
  await query({
    name: 'client_change_credentials',
    text: 'update client set credentials_version = credentials_version + 1 where id = $1',
    values,
  })
  await query({
    name: 'client_end_tokens',
    text: 'delete from login_token where client_id = $1',
    values,
  })
  await query({ name: 'client_end_sessions', text: 'delete from session where client_id = $1', values })
}
