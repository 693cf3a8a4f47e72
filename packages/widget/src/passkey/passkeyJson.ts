/*
 * Passkeys as JSON, with their bytes in base64url. Browsers had passkeys for years before they had these conversions
 * (`parseCreationOptionsFromJSON` and its like, WebAuthn Level 3), so ours are used in all of them.
 */

/** The options by which a browser creates a passkey. The server asks for no attestation and no extension. */
export function creationOptions({
  rp,
  user,
  challenge,
  pubKeyCredParams,
  timeout,
  authenticatorSelection,
  excludeCredentials = [],
}: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  return {
    rp,
    user: { ...user, id: bytesIn(user.id) },
    challenge: bytesIn(challenge),
    pubKeyCredParams,
    ...(timeout !== undefined && { timeout }),
    ...(authenticatorSelection && { authenticatorSelection }),
    excludeCredentials: excludeCredentials.map(({ id }) => ({ type: 'public-key', id: bytesIn(id) })),
  }
}

/** The options by which a browser signs in. It offers its buyer every passkey that it has for this host. */
export function requestOptions({
  challenge,
  rpId,
  timeout,
}: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  return {
    challenge: bytesIn(challenge),
    userVerification: 'required',
    ...(rpId !== undefined && { rpId }),
    ...(timeout !== undefined && { timeout }),
  }
}

/**
 * The data of a passkey that was created or used, for the exchange. @throws DOMException where the browser returned
 * none
 */
export function passkeyJson(credential: Credential | null): object {
  if (credential instanceof PublicKeyCredential) {
    const { response } = credential
    const id = base64url(credential.rawId)
    const clientDataJSON = base64url(response.clientDataJSON)
    const passkey = { id, rawId: id, type: credential.type }
    if (response instanceof AuthenticatorAttestationResponse) {
      const attestationObject = base64url(response.attestationObject)
      return {
        ...passkey,
        response: { clientDataJSON, attestationObject, transports: response.getTransports() },
      }
    }
    if (response instanceof AuthenticatorAssertionResponse) {
      const { authenticatorData, signature, userHandle } = response
      return {
        ...passkey,
        response: {
          clientDataJSON,
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
          userHandle: userHandle && base64url(userHandle),
        },
      }
    }
  }
  throw new DOMException('The browser gave no passkey', 'NotAllowedError')
}

function bytesIn(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function base64url(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
