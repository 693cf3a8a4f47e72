import { BadCall } from '@cambio/server/cli/BadCall.ts'
import type { SignatureKey } from '@cambio/server/messageSignature/SignatureKey.ts'
import * as z from 'zod/mini'
import type { Merchant } from '../../merchant/Merchant.ts'
import { SANDBOX } from '../../sandbox/sandboxAcquirer.ts'
import { dropSignature, requireSignature } from '../../store/merchantSignatures.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { merchantNamed } from './merchantNamed.ts'

type Signing = SignatureKey | null | undefined

/**
 * Stores the signature key of a merchant that was just stored: null removes it, undefined leaves it.
 * @returns the merchant as it is now
 * @throws BadCall for an invalid merchant, which rolls back the whole transaction
 */
export async function saveSignature(deps: CommandDeps, id: string, key: Signing): Promise<Merchant> {
  if (key === null) await dropSignature(deps.query, id)
  else if (key !== undefined) await requireSignature({ ...deps, keyring: deps.keys.keyring }, id, key)
  const merchant = await merchantNamed(deps, id)
  if (merchant.mode === 'live' && merchant.acquirer === SANDBOX)
    throw new BadCall(
      "A live merchant's cards are real: choose the acquirer with --acquirer stripe or upstream.",
    )
  if (merchant.mode === 'live' && merchant.notificationUrl?.startsWith('http:'))
    throw new BadCall('A live merchant is notified over https alone: give an https --notification-url.')
  return merchant
}

/** A new secret of a signature, where we created one, as data for a program. */
export const signingSecret = { signing_secret: z.optional(z.string()) }

/** The secret as that data, and as sentences for a person. */
export function secretOf(key: Signing): { text: string; data: { signing_secret?: string } } {
  if (key?.algorithm !== 'hmac-sha256') return { text: '', data: {} }
  const signing_secret = Buffer.from(key.secret).toString('base64')
  return {
    text: `\nEvery form it posts has to be signed as a whole (RFC 9421, hmac-sha256) with this secret, in base64, shown this once:\n${signing_secret}`,
    data: { signing_secret },
  }
}
