import * as z from 'zod/mini'
import { groups } from './groups.ts'

export { groups } from './groups.ts'

/** Sides of an order. */
export const Direction = z.enum(['payin', 'payout'])
export type Direction = z.infer<typeof Direction>

export const Group = z.enum(groups)
export type Group = z.infer<typeof Group>

/**
 * The groups by which rails receive money, and those by which they send it: the operator's tariff offers some of them.
 */
export const payinGroups = ['card', 'crypto', 'sepa', 'balance'] as const satisfies readonly Group[]
export type PayinGroup = (typeof payinGroups)[number]
export const payoutGroups = ['crypto', 'sepa', 'balance'] as const satisfies readonly Group[]
export type PayoutGroup = (typeof payoutGroups)[number]

export const Method = z.enum([
  'Visa',
  'MasterCard',
  'crypto',
  'sepa',
  'sofort',
  'balance',
  'bank',
  'client',
  'neteller',
])
export type Method = z.infer<typeof Method>

export const CardType = z.enum(['Visa', 'MasterCard'])
export type CardType = z.infer<typeof CardType>

/** The wallets that a card may be paid from. Values may be added. */
export const PaymentWallet = z.enum(['apple_pay', 'google_pay'])
export type PaymentWallet = z.infer<typeof PaymentWallet>

/** What one payment group offers on one side. */
export const GroupEntry = z.object({
  group: Group,
  info: z.string(),
  list: z.array(z.object({ currency: z.string(), is_crypto: z.boolean() })),
  title: z.string(),
})
export type GroupEntry = z.infer<typeof GroupEntry>

/** Pay-in currency to the pay-out currencies it can buy. */
export const Pairs = z.record(z.string(), z.array(z.string()))
export type Pairs = z.infer<typeof Pairs>
