import * as z from 'zod/mini'
import { Address, Amount, LanguageTag } from '../http/field.ts'
import { RefundAddressState } from './Order.ts'

/**
 * The state of received coins, as their buyer may know it. `seen` are not final, `gone` never counted, `short` are too
 * few so far, `taken` have bought or are about to, `owed` wait for a wallet to be refunded to, and `kept` are less than
 * the network fee of a refund.
 */
export const DepositState = z.enum([
  'seen',
  'gone',
  'short',
  'taken',
  'owed',
  'kept',
  'returning',
  'returned',
])
export type DepositState = z.infer<typeof DepositState>

/** One transfer of coins to an order's address. */
export const Arrival = z.object({
  amount: Amount,
  currency: z.string(),
  state: DepositState,
  /** How many blocks it is deep. */
  confirmations: z.int(),
  txid: z.string(),
  url: z.nullable(z.url()),
})
export type Arrival = z.infer<typeof Arrival>

/** A pay-in in coins, as its buyer sees it. */
export const DepositView = z.object({
  address: z.string(),
  network: z.string(),
  /** Whether coins are waited for. */
  is_awaited: z.boolean(),
  /** Until when coins count that are seen; null while none are waited for. */
  awaited_until: z.nullable(z.iso.datetime()),
  /** What the order asks for, less what was received of that coin. */
  amount_missing: Amount,
  /** What is missing as a link that a wallet opens, amount included; null while no coins are waited for. */
  payment_uri: z.nullable(z.string()),
  /** How many blocks deep coins count. */
  confirmations_needed: z.int(),
  arrivals: z.array(Arrival),
  /** Null while nothing has to go back. */
  refund_address_state: z.nullable(RefundAddressState),
  /** Whether the operator looks at the order before anything goes on. */
  is_stopped: z.boolean(),
  /** Sandbox: sends what is asked for with one press. */
  test_wallet_url: z.nullable(z.url()),
})
export type DepositView = z.infer<typeof DepositView>

/** Asks for the code that confirms which wallet coins go back to. */
export const RefundCodeRequest = z.strictObject({ locale: z.optional(LanguageTag) })

/** Which wallet coins go back to. */
export const RefundAddress = z.strictObject({
  address: Address,
  code: z.string().check(z.regex(/^\d{6}$/, 'The code has six digits')),
})
