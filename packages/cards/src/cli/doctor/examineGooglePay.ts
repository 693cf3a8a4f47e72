import { statSync } from 'node:fs'
import { good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import type { CardsEnvironment } from '../../program/environment.ts'
import { googlePayOf } from '../../wallets/googlePay/googlePayOf.ts'
import { dayOf, expiryFindings } from './expiryFindings.ts'
import { findingOr } from './findingOr.ts'

const CHECK = 'Google Pay'
const YEAR_MS = 366 * 24 * 3_600_000

/**
 * Examines whether Google Pay's settings are whole, Google's root keys last, and our own keys are rotated. Where Google Pay is
 * not set up, nothing is examined.
 * Source: https://developers.google.com/pay/api/web/guides/resources/payment-data-cryptography
 * @param keysFile the file of CARDS_GOOGLE_PAY_KEYS; undefined if the variable itself is set
 */
export function examineGooglePay(
  environment: CardsEnvironment,
  { now, keysFile }: { readonly now: Date; readonly keysFile: string | undefined },
): Finding[] {
  const google = findingOr(CHECK, () => googlePayOf(environment))
  if (google === undefined) return []
  if ('check' in google) return [google]
  const { rootKeys, recipientId, privateKeys } = google
  const findings = [...roots(rootKeys, now), ...rotation(privateKeys.length, { now, keysFile })]
  return findings.length > 0 ? findings : [good(CHECK, `It is set up for ${recipientId}.`)]
}

/** One root key that is valid is enough. */
function roots(rootKeys: readonly { readonly expiresAt: Date | null }[], now: Date): Finding[] {
  const ends = rootKeys.map(({ expiresAt }) => expiresAt?.getTime() ?? Infinity)
  const last = Math.max(...ends)
  if (last === Infinity) return []
  const mend =
    'Take the root keys that Google publishes now, set CARDS_GOOGLE_PAY_ROOT_KEYS to them and restart the platform.'
  return expiryFindings(CHECK, {
    what: 'The last of Google’s root keys',
    expiresAt: new Date(last),
    now,
    mend,
  })
}

/** Google asks for a new key every year, and encrypts to the former one for up to eight days. */
function rotation(
  count: number,
  { now, keysFile }: { readonly now: Date; readonly keysFile: string | undefined },
): Finding[] {
  if (count > 1)
    return [
      warning(
        CHECK,
        `CARDS_GOOGLE_PAY_KEYS has ${count} keys, since a rotation has not ended.`,
        'Eight days after the old public key was removed at Google, remove its private key and restart the platform.',
      ),
    ]
  const changedAt = keysFile ? statSync(keysFile).mtime : now
  if (now.getTime() - changedAt.getTime() < YEAR_MS) return []
  return [
    warning(
      CHECK,
      `The file of CARDS_GOOGLE_PAY_KEYS is of ${dayOf(changedAt)}, and Google asks for a new key every year.`,
      'Write a new key before the old one, restart the platform, and give Google the new public key.',
    ),
  ]
}
