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
  id: 'What the authenticator calls the passkey, base64url.',
  rawId: 'The same as id.',
  type: 'public-key.',
}
const CLIENT_DATA = 'What was signed, of which page and for which challenge, base64url.'

/** What a browser and the exchange say to each other of passkeys, as WebAuthn has it. */
export const passkeyMeanings: readonly Explained[] = [
  explain(PasskeyOptions, {
    options:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser (WebAuthn Level 3).',
  }),
  explain(AddPasskey, { credential: 'The passkey that the browser made, by its `toJSON`.' }),
  explain(PasskeyRegistration, { ...credential, response: 'What the authenticator says of it.' }),
  explain(AttestationResponse, {
    clientDataJSON: CLIENT_DATA,
    attestationObject: 'The public key and who vouches for it, CBOR in base64url.',
    transports: 'How a browser reaches the authenticator, such as internal.',
  }),
  explain(PasskeySignIn, { credential: 'The signature that the browser gave, by its `toJSON`.' }),
  explain(PasskeyAssertion, { ...credential, response: 'The signature, with what it is of.' }),
  explain(AssertionResponse, {
    clientDataJSON: CLIENT_DATA,
    authenticatorData: 'What the authenticator says of the act, base64url.',
    signature: 'Of both, base64url.',
    userHandle: 'Whose passkey it is, as the options said when it was made, base64url.',
  }),
]
