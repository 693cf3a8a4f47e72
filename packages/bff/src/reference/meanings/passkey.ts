import {
  AddPasskey,
  AssertionResponse,
  AttestationResponse,
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyRegistration,
  PasskeySignIn,
} from '@cambio/wire/passkey/Passkey.ts'
import { explain, type Explained } from './explain.ts'

const credential = {
  id: 'The authenticator’s id of the passkey, base64url.',
  rawId: 'The same as id.',
  type: 'public-key.',
}
const CLIENT_DATA = 'The signed data: the ceremony, the challenge and the page’s origin, base64url.'

/** The messages about passkeys between a browser and the exchange, as in WebAuthn. */
export const passkeyMeanings: readonly Explained[] = [
  explain(PasskeyOptions, {
    options:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser (WebAuthn Level 3).',
  }),
  explain(AddPasskey, { credential: 'The passkey that the browser created, by its `toJSON`.' }),
  explain(PasskeyRegistration, { ...credential, response: 'The authenticator’s response.' }),
  explain(AttestationResponse, {
    clientDataJSON: CLIENT_DATA,
    attestationObject: 'The public key with its attestation, CBOR in base64url.',
    transports: 'How a browser reaches the authenticator, such as internal.',
  }),
  explain(PasskeySignIn, { credential: 'The signature from the browser, by its `toJSON`.' }),
  explain(PasskeyAssertion, { ...credential, response: 'The signature and the signed data.' }),
  explain(AssertionResponse, {
    clientDataJSON: CLIENT_DATA,
    authenticatorData: 'The authenticator’s data about the ceremony, base64url.',
    signature: 'Of both, base64url.',
    userHandle: 'The user handle of the options with which the passkey was created, base64url.',
  }),
]
