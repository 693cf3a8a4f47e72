import * as z from 'zod/mini'

/*
 * What a browser answers about a passkey, as `PublicKeyCredential.toJSON()` writes it (WebAuthn Level 3, section 5.1). Only
 * what the server reads is named; browsers send more.
 */

const Base64url = z.string().check(z.minLength(1), z.maxLength(16_384), z.regex(/^[A-Za-z0-9_-]+$/))

/** A credential's id has at most 1023 bytes. */
const CredentialId = Base64url.check(z.maxLength(1_364))

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

export const AttestationResponse = z.object({
  clientDataJSON: Base64url,
  attestationObject: Base64url,
  /** How browsers reach its authenticator, such as `internal` and `hybrid`: a hint for the next time. */
  transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,32}$/))).check(z.maxLength(10))),
})

/** A passkey that was just made. */
export const PasskeyRegistration = z.object({ ...credential, response: AttestationResponse })
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

export const AssertionResponse = z.object({
  clientDataJSON: Base64url,
  authenticatorData: Base64url,
  signature: Base64url,
  /** Whose passkey it is, by the id that the server gave when it was made. */
  userHandle: z.optional(z.nullable(Base64url)),
})

/** A passkey's signature of a challenge. */
export const PasskeyAssertion = z.object({ ...credential, response: AssertionResponse })
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** What a browser makes a passkey by, or signs in by. */
export const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

export const AddPasskey = z.strictObject({ credential: PasskeyRegistration })
export const PasskeySignIn = z.strictObject({ credential: PasskeyAssertion })

/** What a person knows a passkey by. */
export const PasskeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))

/** How many passkeys one person may have. */
export const MOST_PASSKEYS = 20
