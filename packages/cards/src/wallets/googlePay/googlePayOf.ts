import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import * as z from 'zod/mini'
import type { CardsEnvironment } from '../../program/environment.ts'
import { p256Keys } from '../p256Keys.ts'
import type { GooglePay, RootKey } from './GooglePay.ts'
import { publicKeyOf } from './verifyGooglePay.ts'

/** Google Pay as the environment configures it; undefined where it does not. @throws StartRefused for half of it */
export function googlePayOf(environment: CardsEnvironment): GooglePay | undefined {
  const {
    MODE,
    CARDS_GOOGLE_PAY_RECIPIENT: recipientId,
    CARDS_GOOGLE_PAY_MERCHANT_ID: merchantId = null,
    CARDS_WALLET_COUNTRY: country,
    CARDS_GOOGLE_PAY_KEYS: keys,
    CARDS_GOOGLE_PAY_ROOT_KEYS: rootKeys,
  } = environment
  if (recipientId === undefined && keys === undefined && rootKeys === undefined) return undefined
  if (recipientId === undefined || keys === undefined || rootKeys === undefined || country === undefined)
    throw new StartRefused(
      'Google Pay needs all of CARDS_GOOGLE_PAY_RECIPIENT, CARDS_GOOGLE_PAY_KEYS, CARDS_GOOGLE_PAY_ROOT_KEYS and CARDS_WALLET_COUNTRY.',
    )
  if (MODE === 'live' && merchantId === null)
    throw new StartRefused('Google Pay in live needs CARDS_GOOGLE_PAY_MERCHANT_ID, which Google gave you.')
  return {
    environment: MODE === 'live' ? 'PRODUCTION' : 'TEST',
    recipientId,
    merchantId,
    country,
    privateKeys: p256Keys('CARDS_GOOGLE_PAY_KEYS', keys.reveal()),
    rootKeys: rootKeysIn(rootKeys),
  }
}

const RootKeys = z.object({
  keys: z.array(
    z.object({
      keyValue: z.string(),
      protocolVersion: z.string(),
      keyExpiration: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    }),
  ),
})

/** The root keys for ECv2 in the file that Google publishes. @throws StartRefused */
function rootKeysIn(text: string): readonly RootKey[] {
  try {
    const { keys } = RootKeys.parse(JSON.parse(text))
    const roots = keys
      .filter(({ protocolVersion }) => protocolVersion === 'ECv2')
      .map(({ keyValue, keyExpiration }) => ({
        key: publicKeyOf(keyValue),
        expiresAt: keyExpiration === undefined ? null : new Date(Number(keyExpiration)),
      }))
    if (roots.length > 0) return roots
  } catch {
    // It is said below what has to be there.
  }
  throw new StartRefused(
    'CARDS_GOOGLE_PAY_ROOT_KEYS must be the JSON of root keys that Google publishes, with one for ECv2.',
  )
}
