import type { Recognised } from '@cambio/exchange/client/LoginTokenStore.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { DeviceSession, Saved } from '@cambio/wire/widget/Saved.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { SignIn } from '../store/client/sessions.ts'
import type { Stores } from '../store/stores.ts'
import { deviceName } from './deviceName.ts'
import type { Opened } from './entry.ts'
import { openSession } from './openSession.ts'

/** How long a device replaces an e-mail code, milliseconds. Using the device does not extend it. */
export const DEVICE_LIFE_MS = 90 * 24 * 60 * 60 * 1_000

/**
 * Devices that replace an e-mail code, if their buyer asked for it right after redeeming one. A device belongs to one
 * client of one partner. Its sessions may do less than a code's, and it raises no limit.
 */
export function rememberedDevices({ clock, random, cell }: Pick<Exchange, 'clock' | 'random' | 'cell'>) {
  const now = () => clock.now()
  return {
    /** @returns the key that the device keeps. @throws Refusal code_invalid if the credentials have just changed */
    async remember(stores: Stores, client: Recognised, userAgent: string | undefined): Promise<string> {
      const key = random.token(256)
      const expiresAt = new Date(now().getTime() + DEVICE_LIFE_MS)
      const device = { client, id: random.uuid(), name: deviceName(userAgent), expiresAt }
      if (!(await stores.devices.remember(key, device)))
        throw new Refusal('code_invalid', 'The e-mail address or the password has just changed')
      return key
    },

    /**
     * @throws Refusal session_invalid: also if the device belongs to another partner's client, or not to the order's
     * buyer
     */
    async signIn(stores: Stores, { partner, order }: Opened, key: string): Promise<DeviceSession> {
      const recognised = await stores.devices.recognise(key)
      const client = recognised && (await stores.clients.find(recognised.client.id))
      const isOrders = order === null || order.clientId === client?.id
      if (!recognised || !client || client.partnerId !== partner.id || !isOrders)
        throw new Refusal(
          'session_invalid',
          'This device is not remembered; confirm your e-mail address instead',
        )
      const { deviceId } = recognised
      const deps = { ...stores, random, cell, now }
      const { session, expiresAt } = await openSession(deps, recognised.client, { by: 'device', deviceId })
      return { session, expires_at: expiresAt.toISOString(), email: client.email }
    },
  }
}

/** The remembered devices of a client, including passkeys. @param signIn how the asking session was opened */
export async function listDevices(
  stores: Stores,
  clientId: string,
  signIn: SignIn,
): Promise<Saved['devices']> {
  const devices = await stores.devices.list(clientId)
  return devices.map(({ id, name, isPasskey, createdAt, lastUsedAt, expiresAt }) => ({
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    is_passkey: isPasskey,
    is_this: signIn.by === 'device' && signIn.deviceId === id,
  }))
}
