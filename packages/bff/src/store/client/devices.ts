import type { Recognised } from '@cambio/exchange/client/LoginTokenStore.ts'
import { secretHash } from '../secretHash.ts'
import { within, type StoreDeps } from '../StoreDeps.ts'
import { keepPasskeyMail } from './passkeyMail.ts'

/** A device that a buyer had remembered. */
export type Device = {
  readonly id: string
  readonly name: string
  /** Whether it signs in by a passkey instead of a stored key. */
  readonly isPasskey: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

/** Remembered devices, stored by the hash of their key. None is valid once its client's credentials have changed. */
export type DeviceStore = {
  /** Remembers a device, unless the client's credentials have changed since it was recognised: then false. */
  remember(
    key: string,
    device: { client: Recognised; id: string; name: string; expiresAt: Date },
  ): Promise<boolean>
  /**
   * The client of the device with this key, and the version of its credentials; undefined if there is none, or it has
   * expired.
   */
  recognise(key: string): Promise<{ readonly deviceId: string; readonly client: Recognised } | undefined>
  list(clientId: string): Promise<readonly Device[]>
  /**
   * Forgets a device of the client, and ends the sessions that it opened; false if it has none with this id. The client
   * is notified by mail of a removed passkey.
   */
  forget(clientId: string, id: string): Promise<boolean>
}

/** The most devices of a client: beyond that, the least recently used ones are forgotten, except passkeys. */
const MOST_DEVICES = 10

export function deviceStore(deps: StoreDeps): DeviceStore {
  const { query, now } = deps
  return {
    async remember(key, { client, id, name, expiresAt }) {
      const made = await query<{ id: string }>({
        name: 'device_remember',
        text: REMEMBER,
        values: [id, client.id, client.credentialsVersion, secretHash(key), name, now(), expiresAt],
      })
      if (made.length === 0) return false
      await query({ name: 'device_most', text: FORGET_OLDEST, values: [client.id, MOST_DEVICES] })
      return true
    },
    async recognise(key) {
      const [row] = await query<{ id: string; client_id: string; credentials_version: number }>({
        name: 'device_recognise',
        text: RECOGNISE,
        values: [secretHash(key), now()],
      })
      if (row === undefined) return undefined
      return {
        deviceId: row.id,
        client: { id: row.client_id, credentialsVersion: row.credentials_version },
      }
    },
    async list(clientId) {
      const rows = await query<DeviceRow>({ name: 'device_list', text: LIST, values: [clientId, now()] })
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        isPasskey: row.is_passkey,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        expiresAt: row.expires_at,
      }))
    },
    forget: (clientId, id) =>
      deps.transaction(async (inside) => {
        const values = [clientId, id]
        const [gone] = await inside<Pick<DeviceRow, 'name' | 'is_passkey'>>({
          name: 'device_forget',
          text: FORGET,
          values,
        })
        if (gone?.is_passkey)
          await keepPasskeyMail(within(deps, inside), clientId, 'passkey_removed', gone.name)
        return gone !== undefined
      }),
  }
}

type DeviceRow = {
  readonly id: string
  readonly name: string
  readonly is_passkey: boolean
  readonly created_at: Date
  readonly last_used_at: Date
  readonly expires_at: Date
}

// The share lock waits for a change of the credentials that is under way.
const REMEMBER = `
  insert into device (id, client_id, credentials_version, key_hash, name, created_at, last_used_at, expires_at)
  select $1, id, $3, $4, $5, $6, $6, $7 from client where id = $2 and credentials_version = $3 for share
  returning id`

const FORGET_OLDEST = `
  delete from device where id in (
    select id from device where client_id = $1 and key_hash is not null order by last_used_at desc, id offset $2)`

const FORGET = `
  delete from device d where d.client_id = $1 and d.id = $2
  returning d.name, exists (select from device_passkey p where p.device_id = d.id) as is_passkey`

const RECOGNISE = `
  update device d set last_used_at = $2 from client c
  where d.key_hash = $1 and d.expires_at > $2 and c.id = d.client_id and c.credentials_version = d.credentials_version
  returning d.id, d.client_id, d.credentials_version`

const LIST = `
  select d.id, d.name, d.key_hash is null as is_passkey, d.created_at, d.last_used_at, d.expires_at from device d join client c on c.id = d.client_id
  where d.client_id = $1 and d.expires_at > $2 and c.credentials_version = d.credentials_version
  order by d.last_used_at desc, d.id`
