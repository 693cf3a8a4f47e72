import type { NewPasskey } from '@cambio/exchange/operator/passkey/PasskeyWrites.ts'

/** What a passkey's signature is checked by. */
export type PasskeyKey = Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter'>

/** What a signature says of its passkey: how often it was used, and whether it exists elsewhere, too. */
export type PasskeyUse = Pick<NewPasskey, 'credentialId' | 'counter' | 'isBackedUp'>
