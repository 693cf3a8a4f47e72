import * as z from 'zod/mini'
import { CardType, Group, Method, PaymentWallet } from '../Group.ts'
import {
  Address,
  Amount,
  AmountInput,
  CountryCode,
  CurrencyCode,
  Email,
  Flag,
  IpAddress,
  Memo,
  PartnerId,
} from '../http/field.ts'
import { Metadata, MetadataInput } from '../partner/Metadata.ts'
import { statuses } from './orderStatus.ts'

export { ended, statusesAt } from './orderStatus.ts'

/** The statuses of an order. The API reference explains each. */
export const Status = z.enum(statuses)
export type Status = z.infer<typeof Status>

/** What a `pending` order waits for. */
export const SubStatus = z.enum([
  'email_pending',
  'verify_pending',
  'understanding_pending',
  'card_pending',
  'card_manual_pending',
  'proof_pending',
  'address_pending',
  'video_pending',
  'identity_pending',
  'partner_approve_pending',
])
export type SubStatus = z.infer<typeof SubStatus>

/** The currencies of a merchant order's purchase. */
export const PurchaseCurrency = z.enum(['EUR', 'USD'])

export const CreateOrder = z.strictObject({
  partner_order_id: PartnerId,
  payin_currency: CurrencyCode,
  payin_amount: z.optional(AmountInput),
  payin_group: z.optional(Group),
  payout_currency: CurrencyCode,
  payout_amount: z.optional(AmountInput),
  payout_group: z.optional(Group),
  purchase_currency: z.optional(PurchaseCurrency),
  purchase_amount: z.optional(AmountInput),
  dst_address: z.optional(Address),
  memo: z.optional(Memo),
  client_email: z.optional(Email),
  coupon: z.optional(z.string().check(z.maxLength(64))),
  free_first: z.optional(Flag),
  /** Prices the order when its money is received. Until then it shows the price at its placing. */
  is_floating_rate: z.optional(Flag),
  client_ip: IpAddress,
  remote_country: CountryCode,
  metadata: z.optional(MetadataInput),
})
export type CreateOrder = z.infer<typeof CreateOrder>

/** The answer to a create. */
export const CreatedOrder = z.object({
  client_order_id: z.string(),
  partner_order_id: z.string(),
  /** `YYYY-MM-DD HH:MM:SS.ffffff`, UTC. */
  created_at: z.string(),
  crypto_address: z.nullable(z.string()),
  crypto_delay: z.nullable(z.int().check(z.minimum(0), z.maximum(900))),
  dst_address: z.nullable(z.string()),
  payin_amount: Amount,
  payin_currency: z.string(),
  payin_group: Group,
  payin_txid: z.nullable(z.string()),
  payout_amount: Amount,
  payout_currency: z.string(),
  payout_group: Group,
  /** The page where the buyer pays. Its key opens this order alone. */
  redirect: z.url(),
  status: Status,
  success: z.literal(1),
  /** The partner's own notes on the order. */
  metadata: z.optional(Metadata),
})
export type CreatedOrder = z.infer<typeof CreatedOrder>

/** The answer to a create that pays from a balance: what a confirmation needs beside the code. */
export const CreatedWithdrawal = z.object({
  client_order_id: z.string(),
  uuid: z.uuid(),
  /** Unix seconds with six fractional digits, until when the code works. */
  expiration_time_sec: z.string(),
  /** The partner's own notes on the order. */
  metadata: z.optional(Metadata),
})
export type CreatedWithdrawal = z.infer<typeof CreatedWithdrawal>

/** Confirms a withdrawal with the code that was sent for it. */
export const ConfirmWithdrawal = z.strictObject({
  uuid: z.string().check(z.maxLength(64)),
  code: z.string().check(z.regex(/^\d{6}$/, 'The code has six digits')),
})
export type ConfirmWithdrawal = z.infer<typeof ConfirmWithdrawal>

/** A confirmed withdrawal. It has no payment page. */
export const ConfirmedOrder = z.omit(CreatedOrder, { redirect: true })
export type ConfirmedOrder = z.infer<typeof ConfirmedOrder>

/** A confirmed withdrawal as its client sees it. */
export const ConfirmedClientOrder = z.omit(ConfirmedOrder, { partner_order_id: true, metadata: true })

/** One status of an order and since when, unix seconds with a fraction. */
export const LogEntry = z.object({ at: z.number(), status: Status })
export type LogEntry = z.infer<typeof LogEntry>

/** The state of the buyer's money. Values may be added. */
export const MoneyState = z.enum(['not_taken', 'checking', 'held', 'taken', 'returning', 'returned', 'owed'])

/** Where the buyer's money is. `checking` means that an answer is missing: its state is unknown, and not guessed. */
export const OrderMoney = z.object({
  state: MoneyState,
  amount: Amount,
  currency: z.string(),
  /** When this was last confirmed, unix seconds with six fractional digits. */
  at: z.string(),
})
export type OrderMoney = z.infer<typeof OrderMoney>

/** The result of an attempt to pay. Values may be added; the API reference explains each. */
export const AttemptResult = z.enum(['open', 'challenged', 'succeeded', 'declined', 'not_sent', 'undone'])
export type AttemptResult = z.infer<typeof AttemptResult>

/** One attempt to pay an order: a charge of a card, a transfer, coins, or what was reserved on a balance. */
export const OrderAttempt = z.object({
  /** Unix seconds with a fraction. */
  at: z.number(),
  /** Null for a card whose brand is not known. */
  method: z.nullable(Method),
  /** Only for a card that was paid from a wallet: which one. */
  wallet: z.optional(PaymentWallet),
  result: AttemptResult,
  /** Null if nothing was declined, or if the buyer may not see the reason. */
  decline_reason: z.nullable(z.string()),
})
export type OrderAttempt = z.infer<typeof OrderAttempt>

/** Why money is or was refunded to the buyer. */
export const RefundReason = z.enum([
  'late_payment',
  'unexpected_payment',
  'amount_out_of_bounds',
  'verification_refused',
  'verification_expired',
  'price_not_accepted',
  'capture_failed',
  'payout_failed',
  'bank_took_back',
  'operator',
])
export type RefundReason = z.infer<typeof RefundReason>

/** Whether the buyer has named the wallet for a refund in coins. */
export const RefundAddressState = z.enum(['needed', 'given'])

/** An order as its partner sees it. */
export const OrderData = z.object({
  partner_order_id: z.string(),
  client_order_id: z.string(),
  payin_amount: Amount,
  payout_amount: Amount,
  payin_amount_eur: Amount,
  payout_amount_eur: Amount,
  service_fee_amount: Amount,
  service_fee_amount_eur: Amount,
  service_fee_percent: z.string(),
  payin_currency: z.string(),
  payout_currency: z.string(),
  payin_group: Group,
  payout_group: Group,
  payin_method: z.nullable(Method),
  /** `payin_method` under a spelling that clients of this family also read. */
  payib_method: z.nullable(Method),
  payout_method: z.nullable(Method),
  payout_txid: z.nullable(z.string()),
  status: Status,
  substatus: z.nullable(SubStatus),
  card_type: z.nullable(CardType),
  /** First six and last four digits around six stars. */
  card_number: z.nullable(z.string()),
  payin_card_country: z.nullable(z.string()),
  dst_address: z.nullable(z.string()),
  dst_tag: z.nullable(z.int().check(z.minimum(0), z.maximum(4_294_967_295))),
  memo_id: z.nullable(z.string()),
  memo_value: z.nullable(z.string()),
  client_country: z.nullable(z.string()),
  country_by_ip: z.nullable(z.string()),
  purchase_currency: z.optional(z.string()),
  purchase_amount: z.optional(Amount),
  /** The order that sells the coins of a merchant order onto its partner's balance. */
  child_order_id: z.optional(z.string()),
  child_payin_amount: z.optional(Amount),
  child_payin_currency: z.optional(z.string()),
  child_payout_amount: z.optional(Amount),
  child_payout_currency: z.optional(z.string()),
  child_order_status: z.optional(Status),
  child_order_substatus: z.optional(z.nullable(SubStatus)),
  /** Where the buyer sends the coins, for a pay-in in coins. */
  crypto_address: z.nullable(z.string()),
  /** Seconds left until the coins must be seen on their network; 0 once they were. */
  crypto_delay: z.nullable(z.int().check(z.minimum(0), z.maximum(900))),
  /**
   * Present while or after coins are refunded: whether the buyer has named a wallet. The address itself is not shown.
   */
  refund_address_state: z.optional(RefundAddressState),
  /** Unix seconds with six fractional digits. */
  created_at: z.string(),
  /** When the order ended, unix seconds with six fractional digits; null before. */
  finished_at: z.nullable(z.string()),
  money: OrderMoney,
  /** Why the money is or was refunded; null if it is not. */
  refund_reason: z.nullable(RefundReason),
  /** Every attempt to pay, oldest first. */
  attempts: z.array(OrderAttempt),
  status_log: z.array(LogEntry),
  /** Present when the status is `error`: the bank's reason. */
  error_message: z.optional(z.string()),
  /** The partner's own notes on the order. */
  metadata: z.optional(Metadata),
})
export type OrderData = z.infer<typeof OrderData>

/** An order in version 1: amounts are JSON numbers, with every digit. */
export const OrderDataV1 = z.object({
  partner_order_id: z.string(),
  payin_amount: z.number(),
  payout_amount: z.number(),
  payin_currency: z.string(),
  payout_currency: z.string(),
  payout_txid: z.nullable(z.string()),
  status: Status,
  dst_address: z.nullable(z.string()),
  dst_tag: z.nullable(z.int().check(z.minimum(0), z.maximum(4_294_967_295))),
  memo_id: z.nullable(z.string()),
  memo_value: z.nullable(z.string()),
})
export type OrderDataV1 = z.infer<typeof OrderDataV1>
