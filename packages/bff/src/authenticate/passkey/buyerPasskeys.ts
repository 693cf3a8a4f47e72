import type { Client } from '@cambio/exchange/client/Client.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import {
  MOST_PASSKEYS,
  type PasskeyAssertion,
  type PasskeyRegistration,
} from '@cambio/wire/passkey/Passkey.ts'
import type { DeviceSession } from '@cambio/wire/widget/Saved.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'
import { ancestorsOf } from '../../widget/ancestors.ts'
import { deviceName } from '../deviceName.ts'
import type { Opened } from '../entry.ts'
import { openSession } from '../openSession.ts'
import { DEVICE_LIFE_MS } from '../rememberedDevices.ts'
import { passkeyCeremonies } from './passkeyCeremonies.ts'

/** The session of a buyer who signed in by a mailed code. */
type ByCode = { readonly opened: Opened; readonly buyer: Client; readonly session: string }

/**
 * Passkeys of buyers, added right after a code was redeemed. Like a remembered device, a passkey opens sessions that
 * may do less than a code's. It belongs to one client of one partner. It expires once it has been unused for as long as
 * a device is remembered.
 */
export function buyerPasskeys(exchange: Exchange) {
  const { clock, random, cell, keys } = exchange
  const now = () => clock.now()
  const expiresAt = () => new Date(now().getTime() + DEVICE_LIFE_MS)
  const ceremonies = ({ passkeyChallenges }: Stores) => passkeyCeremonies(exchange, passkeyChallenges)
  const framedBy = ({ partner }: Opened) => ancestorsOf(exchange, partner)
  /**
   * The id by which authenticators know a client: one for all of its passkeys, and it reveals nothing about the person.
   */
  const handleOf = (clientId: string) =>
    new Uint8Array(keys.fingerprint('passkey holder', `client ${clientId}`))

  return {
    /** The options by which the buyer's browser creates a passkey. @throws Refusal not_allowed */
    async askToAdd(stores: Stores, { opened, buyer, session }: ByCode) {
      const others = await stores.clientPasskeys.list(buyer.id)
      if (others.length >= MOST_PASSKEYS) throw tooMany()
      const holder = { handle: handleOf(buyer.id), name: `${buyer.email} (${opened.partner.name})` }
      return ceremonies(stores).registrationOptions(adding(session), holder, others)
    },

    /** @throws Refusal not_allowed */
    async add(
      stores: Stores,
      { opened, session }: ByCode,
      {
        credential,
        userAgent,
      }: { readonly credential: PasskeyRegistration; readonly userAgent: string | undefined },
    ): Promise<void> {
      const where = { asker: adding(session), framedBy: framedBy(opened) }
      const made = await ceremonies(stores).readRegistration(credential, where)
      const name = `${deviceName(userAgent)} (passkey)`
      const isAdded =
        made && (await stores.clientPasskeys.add(session, { ...made, id: random.uuid(), name }, expiresAt()))
      if (!isAdded)
        throw new Refusal('not_allowed', 'The passkey was not added; ask for new options and try again')
    },

    /** The options by which a browser signs in. */
    askToSignIn: (stores: Stores, opened: Opened) => ceremonies(stores).assertionOptions(signingIn(opened)),

    /**
     * @throws Refusal session_invalid: also if the passkey belongs to another partner's client, or not to the order's
     * buyer
     */
    async signIn(stores: Stores, opened: Opened, assertion: PasskeyAssertion): Promise<DeviceSession> {
      const { partner, order } = opened
      const key = await stores.clientPasskeys.find(assertion.id)
      const client = key && (await stores.clients.find(key.clientId))
      const isOrders = order === null || order.clientId === client?.id
      if (!key || !client || client.partnerId !== partner.id || !isOrders) throw unknown()
      const where = { asker: signingIn(opened), framedBy: framedBy(opened) }
      const read = { ...where, key, handle: handleOf(client.id) }
      const use = await ceremonies(stores).readAssertion(assertion, read)
      const used = use && (await stores.clientPasskeys.use(use, expiresAt()))
      if (!used) throw unknown()
      const signIn = { by: 'device', deviceId: used.deviceId } as const
      const opening = await openSession({ ...stores, random, cell, now }, used.client, signIn)
      return { session: opening.session, expires_at: opening.expiresAt.toISOString(), email: client.email }
    },
  }
}

const adding = (session: string) => `a buyer who adds, session ${session}`

const signingIn = ({ request, order }: Opened) =>
  `a buyer who signs in, ${request ? `request ${request.id}` : `order ${order.id}`}`

function tooMany(): Refusal {
  return new Refusal(
    'not_allowed',
    `There are ${MOST_PASSKEYS} passkeys; forget one first. Nothing was added`,
  )
}

function unknown(): Refusal {
  return new Refusal('session_invalid', 'This passkey is not known here; confirm your e-mail address instead')
}
