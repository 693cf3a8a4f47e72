import * as z from 'zod/mini'

/*
 * A browser's answer about a passkey, as `PublicKeyCredential.toJSON()` writes it (WebAuthn Level 3, section 5.1). It
 * lists only what the server reads; browsers send more.
 */

const Base64url = z.string().check(z.minLength(1), z.maxLength(16_384), z.regex(/^[A-Za-z0-9_-]+$/))

/** A credential's id has at most 1023 bytes. */
const CredentialId = Base64url.check(z.maxLength(1_364))

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

export const AttestationResponse = z.object({
  clientDataJSON: Base64url,
  attestationObject: Base64url,
  /** How browsers reach its authenticator, such as `internal` and `hybrid`: a hint for later sign-ins. */
  transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,32}$/))).check(z.maxLength(10))),
})

/** A passkey that was just made. */
export const PasskeyRegistration = z.object({ ...credential, response: AttestationResponse })
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

export const AssertionResponse = z.object({
  clientDataJSON: Base64url,
  authenticatorData: Base64url,
  signature: Base64url,
  /** The user's id, as the server assigned it when the passkey was made. */
  userHandle: z.optional(z.nullable(Base64url)),
})

/** A passkey's signature of a challenge. */
export const PasskeyAssertion = z.object({ ...credential, response: AssertionResponse })
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** The options with which a browser makes a passkey or signs in. */
export const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

export const AddPasskey = z.strictObject({ credential: PasskeyRegistration })
export const PasskeySignIn = z.strictObject({ credential: PasskeyAssertion })

/** A passkey's name, chosen by its owner. */
export const PasskeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))

/** The most passkeys of one person. */
export const MOST_PASSKEYS = 20
