import * as z from 'zod/mini'
import { CardType, Group } from '../Group.ts'
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
 * What opens the widget: the id of a widget request, or an order's id and its secret joined by `~`. It restores
 * the step and the partner's own fields; everything of the buyer needs the buyer's session too.
 */
export const Entry = z.string().check(z.regex(/^[A-Za-z0-9_~-]{16,128}$/))

/** What the path of each of the widget's routes names. */
export const EntryParams = z.object({ entry: Entry })

/** Asked beside what is wrong with single members, so that one answer names everything. */
const hasMembers = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

/**
 * The buyer's details: what a card SALE needs, and what the verification level `basic` asks. State and postal code are
 * asked where addresses of the country have them.
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
 * What the buyer chose before an order exists, so that a reload resumes. The address and its memo are taken with a
 * session alone, and read back to that buyer alone.
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
 * How a payment attempt stands, as the buyer may know it. `canceled` is one that its buyer turned back from at the bank,
 * `try_again` one that the platform had no time for and asked no bank about, `returning` is money on its way back, and `stopped` an order that waits until the operator has looked at it.
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
  decline_reason: z.nullable(z.string()),
})

/** How long orders of the same way usually take, in seconds: the median of the last that finished. */
export const TypicalSeconds = z.object({
  /** From the payment to its approval; null while too few orders tell. */
  payin: z.nullable(z.int()),
  /** From the approval to the end. */
  payout: z.nullable(z.int()),
})
export type TypicalSeconds = z.infer<typeof TypicalSeconds>

/** What a bank needs for a transfer, beside the amount. */
export const TransferView = z.object({
  beneficiary: z.string(),
  iban: z.string(),
  reference: z.string(),
  /** Sandbox: stands for the buyer's bank, and sends the transfer with one press. */
  test_bank_url: z.nullable(z.url()),
})

/** A withdrawal that waits for the code that its client was sent. */
export const WithdrawalView = z.object({
  tries_left: z.int(),
  /** Sandbox: the page that lists the code. */
  outbox_url: z.nullable(z.url()),
})

/** What an order is about: what it costs, line by line, and where the coins go. */
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
  /** Where anyone can look at that transaction. */
  payout_url: z.nullable(z.url()),
  status_log: z.array(LogEntry),
  money: OrderMoney,
  /** Whether the order stands still until the operator has looked at it. */
  is_stopped: z.boolean(),
  /** Until when a card may be charged at these amounts, RFC 3339; null once that is no question. */
  price_held_until: z.nullable(z.iso.datetime()),
  /** When an unpaid order lapses, RFC 3339; null when it no longer does. */
  expires_at: z.nullable(z.iso.datetime()),
  attempt: z.nullable(AttemptView),
  /** Every attempt there was, oldest first. */
  tries: z.array(Try),
  attempts_left: z.int(),
  typical_seconds: TypicalSeconds,
  /** What the buyer's limit means for this order, while a card may be handed in; null otherwise. */
  limit: z.nullable(LimitAhead),
  /** Where the buyer sends the money, while a bank transfer is waited for. */
  transfer: z.nullable(TransferView),
  /** Where the buyer sends coins, and what was received; null for another way to pay. */
  deposit: z.nullable(DepositView),
  /** What confirms a withdrawal, while its code is waited for. */
  withdrawal: z.nullable(WithdrawalView),
  error_message: z.nullable(z.string()),
  /** Where the buyer lifts a limit, while the order is `pending` for one; null where nothing lifts it. */
  verification_url: z.nullable(z.url()),
  /** Where Done leads, with partner_order_id and status appended. */
  return_url: z.nullable(z.url()),
})
export type WidgetOrder = z.infer<typeof WidgetOrder>

/** How far a request has come. */
export const ViewState = z.enum(['new', 'opened', 'used', 'expired'])

/** An order as much as may be said without its buyer's session. */
export const OrderState = z.object({
  client_order_id: z.string(),
  status: Status,
  step: Step,
  terms: z.nullable(OrderTerms),
})

/** What the widget knows of the buyer whose session it has. */
export const Buyer = z.object({
  email: z.string(),
  verification_level: VerificationLevel,
  limit_in_eur: Amount,
  payer: z.nullable(Payer),
  /** What the buyer has with the exchange and can pay with. */
  balances: z.array(BalanceEntry),
})

/** Everything the widget shows. `buyer`, `order` in full and the draft's address come with the buyer's session only. */
export const WidgetView = z.object({
  kind: z.enum(['request', 'order']),
  /** Changes with what the route `status` answers, and with nothing else. */
  version: z.string(),
  mode: z.enum(['sandbox', 'live']),
  partner: z.object({
    name: z.string(),
    origins: z.array(z.string()),
    /**
     * How the widget looks, partner's and request's together; null where neither says anything. It is a `Theme`, which
     * is checked where it is put on: most of the widget has no use for that schema.
     */
    theme: z.nullable(z.record(z.string(), z.unknown())),
    /** The address of an image that the exchange serves; the page's style has another one in its place on dark ground. */
    logo: z.nullable(z.string()),
  }),
  /** Who operates the exchange; null where the operator has not said so. */
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
  /** The file of the countries that there are, a `CountryList`; another list has another address. */
  countries_url: z.string(),
  /** The amounts stand as the buyer typed them. */
  draft: z.nullable(z.extend(z.partial(Draft), { payin_amount: typed, payout_amount: typed })),
  /**
   * The order of this entry, as much as may be shown without a session. Its terms stand in no widget request, whose id
   * the partner's page knows: only the owner of the order's own secret sees them.
   */
  order_state: z.nullable(OrderState),
  buyer: z.nullable(Buyer),
  order: z.nullable(WidgetOrder),
})
export type WidgetView = z.infer<typeof WidgetView>

/** What of a view moves once there is an order, and what a buyer’s act answers: it changes nothing else of the view. */
export const WidgetStatus = z.pick(WidgetView, {
  version: true,
  state: true,
  order_state: true,
  buyer: true,
  order: true,
})
export type WidgetStatus = z.infer<typeof WidgetStatus>

/** What is asked of the status: the version that is known already. */
export const StatusQuery = z.strictObject({ seen: z.optional(z.string().check(z.maxLength(64))) })

/** `changed` is null where the version that was named still holds. */
export const StatusAnswer = z.object({ changed: z.nullable(WidgetStatus) })
