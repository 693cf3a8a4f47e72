import * as z from 'zod/mini'
import { CardType, Group, PaymentWallet } from '../Group.ts'
import { Address, Amount, AmountInput, CountryCode, CurrencyCode, Memo, Phone } from '../http/field.ts'
import { DepositView } from '../order/Deposit.ts'
import { LogEntry, OrderMoney, Status, SubStatus } from '../order/Order.ts'
import { LimitAhead } from '../order/Quote.ts'
import { BalanceEntry } from '../partner/Balance.ts'
import { hasPostalCode, hasState } from '../postalAddress.ts'
import { VerificationLevel } from '../VerificationLevel.ts'
import { Step } from './Frame.ts'
import { LegalNotice } from './LegalNotice.ts'

/**
 * What opens the widget: the id of a widget request, or an order's id and its secret joined by `~`. It restores the
 * step and the partner's own fields; the buyer's own data also needs the buyer's session.
 */
export const Entry = z.string().check(z.regex(/^[A-Za-z0-9_~-]{16,128}$/))

/** The path parameters of each of the widget's routes. */
export const EntryParams = z.object({ entry: Entry })

/** Checked along with the single members, so that one answer lists every fault. */
const hasMembers = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

/**
 * The buyer's details: what a card SALE and the verification level `basic` require. State and postal code are required
 * where addresses of the country have them.
 */
export const Payer = z
  .strictObject({
    first_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
    last_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
    birth_date: z.iso.date(),
    country: CountryCode,
    state: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(32))),
    city: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    address: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    postal_code: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(10))),
    phone: Phone,
  })
  .check(
    z.refine(({ country, state }) => state !== undefined || !hasState(country), {
      path: ['state'],
      when: hasMembers,
    }),
    z.refine(({ country, postal_code }) => postal_code !== undefined || !hasPostalCode(country), {
      path: ['postal_code'],
      when: hasMembers,
    }),
  )
export type Payer = z.infer<typeof Payer>

/**
 * The buyer's choices before an order exists, so that a reload resumes. The address and its memo are accepted only in a
 * session, and shown only to that buyer.
 */
export const Draft = z.strictObject({
  step: Step,
  payin_currency: z.optional(CurrencyCode),
  payin_group: z.optional(Group),
  payin_amount: z.optional(AmountInput),
  payout_currency: z.optional(CurrencyCode),
  payout_group: z.optional(Group),
  payout_amount: z.optional(AmountInput),
  dst_address: z.optional(Address),
  memo: z.optional(Memo),
  coupon: z.optional(z.string().check(z.maxLength(64))),
})
export type Draft = z.infer<typeof Draft>

const typed = z.optional(z.string())

export const OfferedCurrency = z.object({
  currency: z.string(),
  title: z.string(),
  is_crypto: z.boolean(),
  decimals: z.int(),
  network: z.nullable(z.string()),
  memo: z.nullable(z.enum(['dst_tag', 'memo_id', 'memo_value'])),
  groups: z.array(Group),
})
export type OfferedCurrency = z.infer<typeof OfferedCurrency>

/**
 * The state of a payment attempt, as the buyer may see it. `canceled`: its buyer turned back at the bank; `try_again`:
 * the platform was overloaded and asked no bank; `returning`: the money is on its way back; `stopped`: the order waits
 * for the operator's decision.
 */
export const AttemptState = z.enum([
  'checking',
  'challenge',
  'authorised',
  'declined',
  'canceled',
  'try_again',
  'returning',
  'stopped',
])

/** A payment attempt of the order. */
export const AttemptView = z.object({
  number: z.int(),
  state: AttemptState,
  card_number: z.nullable(z.string()),
  card_type: z.nullable(CardType),
  decline_reason: z.nullable(z.string()),
  /** The page that takes the buyer to the bank, while the state is `challenge`. */
  challenge_url: z.nullable(z.url()),
})

/** One entry of the history of attempts. */
export const Try = z.object({
  /** When it was made, Unix seconds with six fractional digits. */
  at: z.number(),
  state: AttemptState,
  card_number: z.string(),
  /**
   * The wallet that the card was paid from; null for a card whose number was typed. Omitted by a version before, which may
   * answer this version's widget during a rolling upgrade.
   */
  wallet: z.optional(z.nullable(PaymentWallet)),
  decline_reason: z.nullable(z.string()),
})

/** How long orders of the same way usually take, in seconds: the median of the last that finished. */
export const TypicalSeconds = z.object({
  /** From the payment to its approval; null while there are too few orders. */
  payin: z.nullable(z.int()),
  /** From the approval to the end. */
  payout: z.nullable(z.int()),
})
export type TypicalSeconds = z.infer<typeof TypicalSeconds>

/** What a bank needs for a transfer, besides the amount. */
export const TransferView = z.object({
  beneficiary: z.string(),
  iban: z.string(),
  reference: z.string(),
  /** Sandbox: a page that plays the buyer's bank, and sends the transfer with one press. */
  test_bank_url: z.nullable(z.url()),
})

/** A withdrawal that waits for the code that its client was sent. */
export const WithdrawalView = z.object({
  tries_left: z.int(),
  /** Sandbox: the page that lists the code. */
  outbox_url: z.nullable(z.url()),
})

/** The terms of an order: its costs, line by line, and where the coins go. */
export const OrderTerms = z.object({
  payin_amount: Amount,
  payin_currency: z.string(),
  payin_group: Group,
  payout_amount: Amount,
  payout_currency: z.string(),
  payout_group: Group,
  payin_fee: Amount,
  payout_fee: Amount,
  margin_fee: Amount,
  rate: z.string(),
  dst_address: z.nullable(z.string()),
  memo: z.nullable(z.string()),
})
export type OrderTerms = z.infer<typeof OrderTerms>

export const WidgetOrder = z.extend(OrderTerms, {
  client_order_id: z.string(),
  status: Status,
  substatus: z.nullable(SubStatus),
  payout_txid: z.nullable(z.string()),
  /** The public page of that transaction. */
  payout_url: z.nullable(z.url()),
  status_log: z.array(LogEntry),
  money: OrderMoney,
  /** Whether the order is stopped until the operator has decided. */
  is_stopped: z.boolean(),
  /** Until when a card may be charged at these amounts, RFC 3339; null once that no longer applies. */
  price_held_until: z.nullable(z.iso.datetime()),
  /** When an unpaid order expires, RFC 3339; null when it no longer does. */
  expires_at: z.nullable(z.iso.datetime()),
  attempt: z.nullable(AttemptView),
  /** Every attempt, oldest first. */
  tries: z.array(Try),
  attempts_left: z.int(),
  typical_seconds: TypicalSeconds,
  /** How the buyer's limit affects this order, while a card may be entered; null otherwise. */
  limit: z.nullable(LimitAhead),
  /** Where the buyer sends the money, while the order waits for a bank transfer. */
  transfer: z.nullable(TransferView),
  /** Where the buyer sends coins, and what was received; null for another way to pay. */
  deposit: z.nullable(DepositView),
  /** How a withdrawal is confirmed, while it waits for its code. */
  withdrawal: z.nullable(WithdrawalView),
  error_message: z.nullable(z.string()),
  /** Where the buyer can raise a limit, while the order is `pending` for one; null where it cannot be raised. */
  verification_url: z.nullable(z.url()),
  /** Where Done leads, with partner_order_id and status appended. */
  return_url: z.nullable(z.url()),
})
export type WidgetOrder = z.infer<typeof WidgetOrder>

/** The state of a request. */
export const ViewState = z.enum(['new', 'opened', 'used', 'expired'])

/** The part of an order that may be shown without its buyer's session. */
export const OrderState = z.object({
  client_order_id: z.string(),
  status: Status,
  step: Step,
  terms: z.nullable(OrderTerms),
})

/** What the widget knows about the buyer of its session. */
export const Buyer = z.object({
  email: z.string(),
  verification_level: VerificationLevel,
  limit_in_eur: Amount,
  payer: z.nullable(Payer),
  /** The buyer's balances with the exchange that can be used to pay. */
  balances: z.array(BalanceEntry),
})

/** Everything the widget shows. `buyer`, `order` in full and the draft's address come with the buyer's session only. */
export const WidgetView = z.object({
  kind: z.enum(['request', 'order']),
  /** Changes if and only if the answer of the route `status` changes in anything but `seq`. */
  version: z.string(),
  /**
   * The number of the order's last event: of two answers, the one with the lower number is older. Omitted before there
   * is an order, and by a version before, which may answer this version's widget during a rolling upgrade.
   */
  seq: z.optional(z.int()),
  mode: z.enum(['sandbox', 'live']),
  partner: z.object({
    name: z.string(),
    origins: z.array(z.string()),
    /**
     * The theme of the partner and the request combined; null where neither has one. It is a `Theme`, which is checked
     * where it is applied: most of the widget does not need that schema.
     */
    theme: z.nullable(z.record(z.string(), z.unknown())),
    /** The address of an image that the exchange serves; the page's style may replace it on a dark background. */
    logo: z.nullable(z.string()),
  }),
  /** The operator of the exchange; null where it is not stated. */
  legal: z.nullable(LegalNotice),
  state: ViewState,
  /** Fixed fields of the request, by their plain name. */
  fixed: z.record(z.string(), z.string()),
  /** Default fields of the request, by their plain name. */
  defaults: z.record(z.string(), z.string()),
  offer: z.object({
    payin: z.array(OfferedCurrency),
    payout: z.array(OfferedCurrency),
    pairs: z.record(z.string(), z.array(z.string())),
  }),
  /** The address of the list of countries, a `CountryList`; it changes with the list. */
  countries_url: z.string(),
  /**
   * The codes of those countries, for a signed-in buyer whose details are not known yet. Omitted otherwise, and by a
   * version before, which may answer this version's widget during a rolling upgrade.
   */
  countries: z.optional(z.array(CountryCode)),
  /** The amounts are as the buyer typed them. */
  draft: z.nullable(z.extend(z.partial(Draft), { payin_amount: typed, payout_amount: typed })),
  /**
   * The part of this entry's order that may be shown without a session. The partner's page knows the id of a widget
   * request, so a request's view does not include the order's terms: only the order's own secret shows them.
   */
  order_state: z.nullable(OrderState),
  buyer: z.nullable(Buyer),
  order: z.nullable(WidgetOrder),
})
export type WidgetView = z.infer<typeof WidgetView>

/**
 * The part of a view that changes once there is an order, and the answer to a buyer’s act, which changes nothing else
 * of the view.
 */
export const WidgetStatus = z.pick(WidgetView, {
  version: true,
  seq: true,
  state: true,
  order_state: true,
  buyer: true,
  order: true,
})
export type WidgetStatus = z.infer<typeof WidgetStatus>

/** The query of the status: the version that is already known. */
export const StatusQuery = z.strictObject({ seen: z.optional(z.string().check(z.maxLength(64))) })

/** `changed` is null while the given version is current. */
export const StatusAnswer = z.object({ changed: z.nullable(WidgetStatus) })
