import { createHash } from 'node:crypto'
import type { Clock } from '@cambio/server/Clock.ts'
import { checkMessage, WINDOW_MS, type SignatureFault } from '@cambio/server/messageSignature/checkMessage.ts'
import type { SignatureKey } from '@cambio/server/messageSignature/SignatureKey.ts'
import type { SignedMessage } from '@cambio/server/messageSignature/SignedMessage.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { NOTIFICATION_TAG } from '@cambio/wire/partner/notification.ts'
import { Refusal } from './Refusal.ts'

/*
 * The signature of a whole message, which some merchants have to make beside the protocol's hash. The hash covers neither
 * amount nor order_id; the signature covers the whole message and is accepted once.
 */

const complaints: Readonly<Record<SignatureFault | 'notification', string>> = {
  missing: 'This value should not be blank.',
  unreadable: 'Content-Digest, Signature-Input and Signature cannot be read as RFC 9421 has them.',
  stranger: 'No signature has the keyid of this client_key.',
  coverage: 'It has to cover "@method", "@target-uri" or "@path", and "content-digest".',
  algorithm: 'Its alg is not the one that was agreed.',
  notification: 'It is the signature of a notification.',
  time: 'It has to be created within five minutes of now, and not be expired.',
  nonce: 'It needs a nonce of 1 to 128 characters that was not used before.',
  digest: 'Content-Digest does not fit the body.',
  false: 'Signature is not valid.',
}

/** Checks that a merchant signed the whole message, recently, and with a new nonce. @throws Refusal `invalid` */
export async function verifyMessage(
  deps: { query: Query; clock: Clock },
  merchant: { id: string; keys: readonly SignatureKey[] },
  message: SignedMessage | null,
): Promise<void> {
  if (message === null) throw refusal('missing')
  const checked = checkMessage({ keyId: merchant.id, keys: merchant.keys }, message, deps.clock.now())
  if (checked.is === 'refused') throw refusal(checked.fault)
  if (checked.tag === NOTIFICATION_TAG) throw refusal('notification')
  // Only a valid signature uses up its nonce, so nobody else can use it up before.
  if (!(await isFirstUse(deps, merchant.id, checked))) throw refusal('nonce')
}

/** Stores a nonce for as long as its message would be accepted. */
async function isFirstUse(
  { query, clock }: { query: Query; clock: Clock },
  merchantId: string,
  { nonce, created }: { nonce: string; created: number },
): Promise<boolean> {
  const rows = await query<object>({
    name: 'signature_nonce_use',
    text: `insert into signature_nonce as used (merchant_id, nonce_hash, ends_at) values ($1, $2, $3)
           on conflict (merchant_id, nonce_hash) do update set ends_at = excluded.ends_at where used.ends_at < $4
           returning 1 as first`,
    values: [
      merchantId,
      createHash('sha256').update(nonce).digest(),
      new Date(created * 1000 + WINDOW_MS),
      clock.now(),
    ],
  })
  return rows.length === 1
}

function refusal(fault: keyof typeof complaints): Refusal {
  return new Refusal('invalid', [`signature: ${complaints[fault]}`])
}
