import { tokenHash } from '@cambio/server/cardMove/cardMoveFiles.ts'
import { decrypt, encrypt, wiping } from '@cambio/server/keys/envelope.ts'
import type { FileKeys } from '@cambio/server/keys/sealedFile.ts'
import type { Random } from '@cambio/server/Random.ts'
import * as z from 'zod/mini'
import { privateKeyOf, secretFor, secretFrom, type PublicKey } from './hpke.ts'
import type { OwnPlatform } from './otherPlatforms.ts'

/*
 * The file that has card numbers in it, for one other platform of the operator's. Only that one opens it, and it knows by
 * that which platform wrote it. It is of one move and of both merchants.
 */

const fingerprint = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const key = z.string().check(z.regex(/^[\w-]{43}$/))

export const movedCards = {
  heading: z.strictObject({
    format: z.literal('cambio moved cards 1'),
    move: z.uuid(),
    merchant: z.guid(),
    toMerchant: z.guid(),
    mode: z.enum(['test', 'live']),
    platform: fingerprint,
    toPlatform: fingerprint,
    enc: key,
  }),
  part: z.strictObject({
    is: z.literal('card'),
    hash: tokenHash,
    number: z.string().check(z.regex(/^\d{12,19}$/)),
    month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/)),
    year: z.string().check(z.regex(/^20\d\d$/)),
  }),
}
export type MovedCard = z.output<typeof movedCards.part>

const PURPOSE = { info: 'cambio moved cards', context: 'file' }

/** What seals a file to another platform, and `enc`, which its heading needs. */
export function keysTo(
  { random }: { readonly random: Random },
  own: OwnPlatform,
  receiver: PublicKey,
): { readonly enc: PublicKey; readonly keys: Pick<FileKeys, 'seal'> } {
  const ephemeral = privateKeyOf(random.bytes(32))
  const { enc, secret } = secretFor({ ...PURPOSE, sender: own.key, receiver, ephemeral })
  const seal: FileKeys['seal'] = (subject, text) =>
    wiping(Buffer.from(text), (bytes) => encrypt(secret, random, bytes, subject))
  return { enc, keys: { seal } }
}

/** What opens a file from another platform. */
export function keysFrom(own: OwnPlatform, sender: PublicKey, enc: PublicKey): Pick<FileKeys, 'open'> {
  const secret = secretFrom({ ...PURPOSE, receiver: own.key, sender, enc })
  return { open: (subject, sealed) => wiping(decrypt(secret, sealed, subject), (bytes) => bytes.toString()) }
}
