import type { NewPasskey } from '@cambio/exchange/operator/passkey/PasskeyWrites.ts'
import type { PasskeyAssertion, PasskeyRegistration } from '@cambio/wire/passkey/Passkey.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { PasskeyChallengeStore } from '../../store/passkey/passkeyChallenges.ts'
import type { PasskeyKey, PasskeyUse } from '../../store/passkey/PasskeyKey.ts'
import { readClientData } from './clientData.ts'

/** How long a challenge can be signed, milliseconds: enough time for a person to find their authenticator. */
const CHALLENGE_LIFE_MS = 5 * 60 * 1_000

/** The accepted signature algorithms, by their COSE numbers: Ed25519, ES256 and RS256, the preferred one first. */
const ALGORITHMS = [-8, -7, -257]

/** Where a ceremony may take place: at the top of a tab, and in a frame of these pages. */
type Where = { readonly asker: string; readonly framedBy: readonly string[] }

/** The person who has a passkey, as the authenticator knows them. */
type Holder = { readonly handle: Uint8Array<ArrayBuffer>; readonly name: string }

/**
 * The two ceremonies of WebAuthn Level 3 (section 7) for one kind of person: a passkey is created, and a passkey signs
 * in. Each answers a challenge that only its asker can use, once, within minutes. It takes place on this exchange's own
 * origin, and the authenticator must verify the person.
 */
export function passkeyCeremonies(
  { baseUrl, clock, random }: Pick<Exchange, 'baseUrl' | 'clock' | 'random'>,
  challenges: PasskeyChallengeStore,
) {
  const { origin, hostname: rpID } = new URL(baseUrl)

  async function challengeFor(asker: string): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = Buffer.from(random.bytes(32))
    const expiresAt = new Date(clock.now().getTime() + CHALLENGE_LIFE_MS)
    await challenges.keep(challenge.toString('base64url'), asker, expiresAt)
    return challenge
  }

  /** Takes the signed challenge, which is then used up whatever follows; undefined if it must not be answered here. */
  async function takeChallenge(
    clientDataJSON: string,
    { asker, framedBy }: Where,
  ): Promise<string | undefined> {
    const data = readClientData(clientDataJSON)
    if (!data || !(await challenges.take(data.challenge, asker))) return undefined
    const isFramed = data.crossOrigin === true || data.topOrigin !== undefined
    if (isFramed && framedBy.length === 0) return undefined
    if (data.topOrigin !== undefined && !framedBy.includes(data.topOrigin)) return undefined
    return data.challenge
  }

  return {
    /** The options by which a browser creates a passkey. @param others the passkeys that the person already has */
    async registrationOptions(
      asker: string,
      { handle, name }: Holder,
      others: readonly Pick<NewPasskey, 'credentialId' | 'transports'>[],
    ) {
      const { generateRegistrationOptions } = await library()
      return generateRegistrationOptions({
        rpName: rpID,
        rpID,
        userID: handle,
        userName: name,
        userDisplayName: name,
        challenge: await challengeFor(asker),
        timeout: CHALLENGE_LIFE_MS,
        attestationType: 'none',
        excludeCredentials: others.map(({ credentialId: id, transports }) => ({
          id,
          transports: [...transports],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      })
    },

    /** Verifies a new passkey for storing; undefined if it is not what was asked for. */
    async readRegistration(
      registration: PasskeyRegistration,
      where: Where,
    ): Promise<Omit<NewPasskey, 'id' | 'name'> | undefined> {
      const challenge = await takeChallenge(registration.response.clientDataJSON, where)
      if (challenge === undefined) return undefined
      const { verifyRegistrationResponse } = await library()
      const verified = await verifyRegistrationResponse({
        response: {
          ...registration,
          response: { ...registration.response, transports: [] },
          clientExtensionResults: {},
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(refused)
      if (!verified?.verified) return undefined
      const { credential, credentialBackedUp } = verified.registrationInfo
      const { transports = [] } = registration.response
      return {
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        isBackedUp: credentialBackedUp,
        transports,
      }
    },

    /** The options by which a browser signs in: with any passkey of this exchange that the person chooses. */
    async assertionOptions(asker: string) {
      const { generateAuthenticationOptions } = await library()
      const challenge = await challengeFor(asker)
      return generateAuthenticationOptions({
        rpID,
        challenge,
        timeout: CHALLENGE_LIFE_MS,
        userVerification: 'required',
      })
    },

    /**
     * Verifies that a passkey signed the challenge; undefined if it did not.
     * @param input.key the key of the passkey that the assertion names, if there is one
     * @param input.handle the person's handle, as set when the passkey was created
     */
    async readAssertion(
      assertion: PasskeyAssertion,
      { key, handle, ...where }: Where & { readonly key: PasskeyKey; readonly handle: Uint8Array },
    ): Promise<PasskeyUse | undefined> {
      const { clientDataJSON, userHandle } = assertion.response
      const challenge = await takeChallenge(clientDataJSON, where)
      if (challenge === undefined) return undefined
      if (userHandle !== Buffer.from(handle).toString('base64url')) return undefined
      const { verifyAuthenticationResponse } = await library()
      const verified = await verifyAuthenticationResponse({
        response: {
          ...assertion,
          response: { ...assertion.response, userHandle },
          clientExtensionResults: {},
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedTopOrigin: [...where.framedBy],
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: key.credentialId,
          publicKey: new Uint8Array(key.publicKey),
          counter: key.counter,
        },
      }).catch(refused)
      if (!verified?.verified) return undefined
      const { newCounter, credentialBackedUp } = verified.authenticationInfo
      return { credentialId: key.credentialId, counter: newCounter, isBackedUp: credentialBackedUp }
    },
  }
}

/** Imported when a passkey is first used: it takes a quarter of a second, which would delay every start. */
const library = () => import('@simplewebauthn/server')

/** Answers undefined for the library, which throws for any fault in an answer. */
function refused(): undefined {
  return undefined
}
