import type { Recognised } from '@cambio/exchange/client/LoginTokenStore.ts'
import type { NewPasskey } from '@cambio/exchange/operator/passkey/PasskeyWrites.ts'
import type { PasskeyKey, PasskeyUse } from '../passkey/PasskeyKey.ts'
import { secretHash } from '../secretHash.ts'
import { within, type StoreDeps } from '../StoreDeps.ts'
import { keepPasskeyMail } from './passkeyMail.ts'

/** Buyers' passkeys. Each is also a remembered device, under whose id it is listed and forgotten. */
export type ClientPasskeyStore = {
  /** The credentials of a client's passkeys, so that a browser knows which it already has. */
  list(clientId: string): Promise<readonly Pick<NewPasskey, 'credentialId' | 'transports'>[]>
  /**
   * Adds a passkey and notifies its client by mail. False where the requesting session was not opened by a mailed code
   * or has ended, and where anybody already has this credential.
   */
  add(session: string, passkey: NewPasskey, expiresAt: Date): Promise<boolean>
  /** The key that verifies this credential's signatures, with its client; undefined where there is no valid one. */
  find(credentialId: string): Promise<(PasskeyKey & { readonly clientId: string }) | undefined>
  /**
   * Records that a passkey was used, and until when it is valid now. Undefined where it was forgotten meanwhile, or was
   * already used with this counter.
   */
  use(
    use: PasskeyUse,
    expiresAt: Date,
  ): Promise<{ readonly deviceId: string; readonly client: Recognised } | undefined>
}

export function clientPasskeyStore(deps: StoreDeps): ClientPasskeyStore {
  const { query, now } = deps
  return {
    list: (clientId) => query({ name: 'device_passkey_list', text: LIST, values: [clientId] }),
    add: (session, passkey, expiresAt) =>
      deps.transaction(async (inside) => {
        const { id, name, credentialId, publicKey, counter, isBackedUp, transports } = passkey
        const device = [id, name, now(), expiresAt, secretHash(session)]
        const values = [...device, credentialId, Buffer.from(publicKey), counter, isBackedUp, [...transports]]
        const [added] = await inside<{ clientId: string }>({ name: 'device_passkey_add', text: ADD, values })
        if (!added) return false
        await keepPasskeyMail(within(deps, inside), added.clientId, 'passkey_added', name)
        return true
      }),
    async find(credentialId) {
      const values = [credentialId, now()]
      const [found] = await query<PasskeyKey & { clientId: string }>({
        name: 'device_passkey_find',
        text: FIND,
        values,
      })
      return found
    },
    async use({ credentialId, counter, isBackedUp }, expiresAt) {
      const [used] = await query<{ deviceId: string; clientId: string; credentialsVersion: number }>({
        name: 'device_passkey_use',
        text: USE,
        values: [credentialId, counter, isBackedUp, now(), expiresAt],
      })
      if (!used) return undefined
      const { deviceId, clientId: id, credentialsVersion } = used
      return { deviceId, client: { id, credentialsVersion } }
    },
  }
}

const COUNTS = 'd.expires_at > $2 and c.id = d.client_id and c.credentials_version = d.credentials_version'

const LIST = `
  select p.credential_id as "credentialId", p.transports
  from device_passkey p join device d on d.id = p.device_id where d.client_id = $1`

// The share lock waits for a change of the credentials that is under way, which ends the session.
const ADD = `
  with owner as (
    select c.id, c.credentials_version from client c join session s on s.client_id = c.id
    where s.token_hash = $5 and s.expires_at > $3 and s.opened_by = 'code'
      and not exists (select from device_passkey where credential_id = $6)
    for share of c
  ), added as (
    insert into device (id, client_id, credentials_version, name, created_at, last_used_at, expires_at)
    select $1, id, credentials_version, $2, $3, $3, $4 from owner returning id, client_id
  ), passkey as (
    insert into device_passkey (device_id, credential_id, public_key, counter, backed_up, transports)
    select id, $6, $7, $8, $9, $10 from added
  )
  select client_id as "clientId" from added`

const FIND = `
  select p.credential_id as "credentialId", p.public_key as "publicKey", p.counter::float8 as counter,
    d.client_id as "clientId"
  from device_passkey p join device d on d.id = p.device_id, client c where p.credential_id = $1 and ${COUNTS}`

/** An authenticator with a counter never sends a number twice; one without a counter always sends 0. */
const USE = `
  with used as (
    update device_passkey set counter = $2, backed_up = $3
    where credential_id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning device_id
  )
  update device d set last_used_at = $4, expires_at = $5 from used u, client c
  where d.id = u.device_id and d.expires_at > $4 and c.id = d.client_id and c.credentials_version = d.credentials_version
  returning d.id as "deviceId", d.client_id as "clientId", d.credentials_version as "credentialsVersion"`
