import { routedToken } from '@cambio/exchange/cell/Cell.ts'
import { addPasskey } from '@cambio/exchange/operator/passkey/addPasskey.ts'
import type { Passkey } from '@cambio/exchange/operator/passkey/PasskeyWrites.ts'
import { removePasskey } from '@cambio/exchange/operator/passkey/removePasskey.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import {
  MOST_PASSKEYS,
  type PasskeyAssertion,
  type PasskeyRegistration,
} from '@cambio/wire/passkey/Passkey.ts'
import { SESSION_SECONDS } from '../authenticate/partnerSession.ts'
import { passkeyCeremonies } from '../authenticate/passkey/passkeyCeremonies.ts'
import { operatorDeps } from '../operator/operatorDeps.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { SignedIn } from '../store/partnerSignIns.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import type { Stores } from '../store/stores.ts'
import type { PartnerActor } from './PartnerActor.ts'

/** A partner's contact who has signed in. */
type Contact = PartnerActor & { readonly email: string; readonly session: string }

/** The partner's page is never shown in a frame. */
const framedBy: readonly string[] = []

/**
 * Passkeys of partners' contacts: a signed-in contact adds and removes them, and can sign in by one the next time. Each
 * change is an act of the partner, and its contact is notified by mail.
 */
export function partnerPasskeys(
  exchange: Exchange,
  stores: Pick<Stores, 'partnerPasskeys' | 'passkeyChallenges' | 'partnerMails'>,
) {
  const { mode, clock, random, keys, baseUrl, log } = exchange
  const passkeys = stores.partnerPasskeys
  const ceremonies = passkeyCeremonies(exchange, stores.passkeyChallenges)
  const acts = operatorDeps({ ...storeDepsOf(exchange), mode })

  /**
   * The id by which authenticators know a contact: one for all of its passkeys, and it reveals nothing about the
   * person.
   */
  const handleOf = ({ partnerId, email }: SignedIn) =>
    new Uint8Array(keys.fingerprint('passkey holder', `contact of ${partnerId}: ${email}`))

  /** Stores the mail. One that cannot be stored is logged, since the change is already made. */
  async function notify(
    { partner, email }: Contact,
    is: 'passkey_added' | 'passkey_removed',
    name: string,
  ): Promise<void> {
    const message = { is, email, partner: partner.name, name, at: clock.now(), page: baseUrl + pages.partner }
    await stores.partnerMails
      .keep(partner.id, message)
      .catch((error: unknown) =>
        log.error('a partner’s contact could not be notified of a passkey', { error, partnerId: partner.id }),
      )
  }

  return {
    list: ({ partner, email }: Contact): Promise<readonly Passkey[]> => passkeys.list(partner.id, email),

    /** The options by which the contact's browser creates a passkey. */
    async askToAdd(contact: Contact) {
      const { partner, email, session } = contact
      const holder = {
        handle: handleOf({ partnerId: partner.id, email }),
        name: `${email} (${partner.name})`,
      }
      return ceremonies.registrationOptions(adding(session), holder, await passkeys.list(partner.id, email))
    },

    /** @throws Refusal not_allowed */
    async add(
      contact: Contact,
      { name, credential }: { readonly name: string; readonly credential: PasskeyRegistration },
    ): Promise<void> {
      const { partner, email, session, reason } = contact
      const made = await ceremonies.readRegistration(credential, { asker: adding(session), framedBy })
      if (!made)
        throw new Refusal(
          'not_allowed',
          'The passkey was not added: this took too long, or it was made elsewhere. Try again',
        )
      const passkey = { ...made, id: random.uuid(), name }
      const act = { partnerId: partner.id, email, passkey, actor: partner.name, reason }
      const outcome = await addPasskey(acts, act)
      if (outcome.is === 'refused') throw new Refusal('not_allowed', refusals[outcome.code])
      await notify(contact, 'passkey_added', name)
    },

    /** @throws Refusal not_allowed */
    async remove(contact: Contact, passkeyId: string): Promise<void> {
      const { partner, email, reason } = contact
      const act = { partnerId: partner.id, email, passkeyId, actor: partner.name, reason }
      const outcome = await removePasskey(acts, act)
      if (outcome.is === 'refused') throw new Refusal('not_allowed', 'This passkey was already removed')
      await notify(contact, 'passkey_removed', outcome.done.name)
    },

    /** The options by which a browser signs in. @param browser identifies the browser until then */
    askToSignIn: (browser: string) => ceremonies.assertionOptions(signingIn(browser)),

    /** Opens a session by a passkey. @returns the session; undefined if the passkey opens none */
    async signIn(
      browser: string,
      assertion: PasskeyAssertion,
    ): Promise<(SignedIn & { readonly session: string }) | undefined> {
      const key = await passkeys.find(assertion.id)
      if (!key) return undefined
      const where = { asker: signingIn(browser), framedBy }
      const use = await ceremonies.readAssertion(assertion, { ...where, key, handle: handleOf(key) })
      if (!use) return undefined
      const session = routedToken(exchange, 256)
      const expiresAt = new Date(clock.now().getTime() + SESSION_SECONDS * 1_000)
      const signedIn = await passkeys.signIn(use, { token: session, expiresAt })
      return signedIn && { ...signedIn, session }
    },
  }
}

const adding = (session: string) => `a partner’s contact who adds, session ${session}`
const signingIn = (browser: string) => `a partner’s contact who signs in, browser ${browser}`

const refusals = {
  too_many: `You have ${MOST_PASSKEYS} passkeys; remove one first. The passkey was not added`,
  already_added: 'This passkey was added before; nothing was changed',
} as const
