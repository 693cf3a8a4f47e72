import * as z from 'zod/mini'
import { CardType, Group } from '../Group.ts'

/* What a buyer may use again: shown only in a session that a mailed code or a remembered device opened. */

/** A device on which the buyer is not asked for an e-mail code. */
export const RememberedDevice = z.object({
  id: z.string(),
  /** Browser and system, such as `Firefox on Windows`. */
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Whether it signs in by a passkey. */
  is_passkey: z.boolean(),
  /** Whether it opened the current session. */
  is_this: z.boolean(),
})

/** A wallet or an account that the buyer was paid to before. */
export const SavedWallet = z.object({
  payout_currency: z.string(),
  payout_group: Group,
  dst_address: z.string(),
  memo: z.nullable(z.string()),
})
export type SavedWallet = z.infer<typeof SavedWallet>

/** A card that the buyer had saved; its number and token stay with the card platform and the exchange. */
export const SavedCard = z.object({
  id: z.string(),
  card_number: z.string(),
  card_type: z.nullable(CardType),
  /** The last month in which it is valid, such as `01/2038`. */
  expiry: z.string(),
})

export const Saved = z.object({
  /** Cards, the one saved last first. */
  cards: z.array(SavedCard),
  /** Devices, the one used last first. */
  devices: z.array(RememberedDevice),
  /** Wallets, the one paid last first; at most five. */
  wallets: z.array(SavedWallet),
})
export type Saved = z.infer<typeof Saved>

/** Identifies what to forget. */
export const ForgetRequest = z.strictObject({
  device_id: z.optional(z.string().check(z.maxLength(64))),
  card_id: z.optional(z.string().check(z.maxLength(64))),
})

/** A remembered device signs its buyer in with its key. */
export const DeviceSignIn = z.strictObject({ device_key: z.string().check(z.maxLength(128)) })
export const DeviceSession = z.object({
  session: z.string(),
  expires_at: z.iso.datetime(),
  email: z.string(),
})
export type DeviceSession = z.infer<typeof DeviceSession>
