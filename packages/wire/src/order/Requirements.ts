import * as z from 'zod/mini'
import { Group } from '../Group.ts'
import { Address, AmountInput, CountryCode, CurrencyCode, Memo, PartnerId } from '../http/field.ts'
import { VerificationLevel } from '../VerificationLevel.ts'
import { ClientLimits } from './Quote.ts'

/** An order that might be created, and its client. */
export const AskRequirements = z.strictObject({
  payin_currency: CurrencyCode,
  payin_amount: z.optional(AmountInput),
  payin_group: z.optional(Group),
  payout_currency: CurrencyCode,
  payout_amount: z.optional(AmountInput),
  payout_group: z.optional(Group),
  dst_address: z.optional(Address),
  memo: z.optional(Memo),
  client_external_id: z.optional(PartnerId),
  remote_country: z.optional(CountryCode),
})
export type AskRequirements = z.infer<typeof AskRequirements>

/** A reason why creating the order would be refused. */
export const RefusedFor = z.object({
  code: z.string(),
  detail: z.string(),
  /** The field concerned, as a JSON pointer; null for none. */
  pointer: z.nullable(z.string()),
})
export type RefusedFor = z.infer<typeof RefusedFor>

/** What a buyer would be asked for on the way to paying an order. */
export const Requirements = z.object({
  /** Whether a code is sent to the buyer's e-mail address. */
  email: z.boolean(),
  payer_details: z.boolean(),
  /** The level that the buyer has. */
  verification_level: VerificationLevel,
  /** The level that the order needs; null where the remaining limit allows it. */
  needed_level: z.nullable(VerificationLevel),
  documents: z.array(z.enum(['identity', 'address', 'bank_statement'])),
  /** What is left of the limit before the order; null without a price to compute it. */
  limits: z.nullable(ClientLimits),
  refused: z.array(RefusedFor),
})
export type Requirements = z.infer<typeof Requirements>
