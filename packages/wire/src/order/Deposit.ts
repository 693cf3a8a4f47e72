import * as z from 'zod/mini'
import { Address, Amount, LanguageTag } from '../http/field.ts'
import { RefundAddressState } from './Order.ts'

/**
 * The state of received coins, as their buyer may see it. `seen` are not final, `gone` never counted, `short` are too
 * few so far, `taken` have bought or are about to, `owed` wait for a refund wallet, and `kept` are less than the
 * network fee of a refund.
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
  /** Its number of confirmations. */
  confirmations: z.int(),
  txid: z.string(),
  url: z.nullable(z.url()),
})
export type Arrival = z.infer<typeof Arrival>

/** A pay-in in coins, as its buyer sees it. */
export const DepositView = z.object({
  address: z.string(),
  network: z.string(),
  /** Whether the order waits for coins. */
  is_awaited: z.boolean(),
  /** Until when coins have to be seen to count; null while the order waits for none. */
  awaited_until: z.nullable(z.iso.datetime()),
  /** The expected amount minus what was received of that coin. */
  amount_missing: Amount,
  /** A link that opens a wallet with the missing amount; null while the order waits for no coins. */
  payment_uri: z.nullable(z.string()),
  /** The number of confirmations after which coins count. */
  confirmations_needed: z.int(),
  arrivals: z.array(Arrival),
  /** Null while nothing has to be refunded. */
  refund_address_state: z.nullable(RefundAddressState),
  /** Whether the order is stopped until the operator has decided. */
  is_stopped: z.boolean(),
  /** Sandbox: a page that sends the expected coins with one press. */
  test_wallet_url: z.nullable(z.url()),
})
export type DepositView = z.infer<typeof DepositView>

/** Requests the code that confirms a refund wallet. */
export const RefundCodeRequest = z.strictObject({ locale: z.optional(LanguageTag) })

/** The wallet that coins are refunded to. */
export const RefundAddress = z.strictObject({
  address: Address,
  code: z.string().check(z.regex(/^\d{6}$/, 'The code has six digits')),
})
