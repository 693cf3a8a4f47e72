import { groups } from '@cambio/wire/groups.ts'
import type { Problem } from '@cambio/wire/http/Problem.ts'
import type { DepositView } from '@cambio/wire/order/Deposit.ts'
import { statuses } from '@cambio/wire/order/orderStatus.ts'
import type { Bounds, WidgetQuote, WidgetQuoteRequest } from '@cambio/wire/order/Quote.ts'
import type { widgetOpening } from '@cambio/wire/routes/widgetOpening.ts'
import { steps } from '@cambio/wire/widget/framing.ts'
import type { Draft, WidgetOrder, WidgetStatus, WidgetView } from '@cambio/wire/widget/Widget.ts'
import type * as z from 'zod/mini'
import {
  fields,
  list,
  maybe,
  moment,
  number,
  oneOf,
  orNull,
  record,
  shape,
  text,
  truth,
  type Check,
  type Shape,
} from './shape.ts'

/* The routes that the first screen calls: the contract's routes, with checks in place of its schemas. */

type Opening = typeof widgetOpening
/** A route of the contract with a check of its answer. */
type Checked<R extends Opening[keyof Opening], Answer, Body = undefined> = Pick<R, 'method' | 'path'> & {
  readonly answer: Shape<Answer>
  /** What is sent; it says so for the compiler alone. */
  readonly body?: Body
}

const group = oneOf(...groups)
const status = oneOf(...statuses)
const step = oneOf(...steps)
const offered = list(
  fields({
    currency: text,
    title: text,
    is_crypto: truth,
    decimals: number,
    network: orNull(text),
    memo: orNull(text),
    groups: list(group),
  }),
)
const limit = orNull(fields({ left_in_eur: text, next_level: orNull(text), needed_level: orNull(text) }))
const price = {
  payin_amount: text,
  payin_currency: text,
  payin_group: group,
  payout_amount: text,
  payout_currency: text,
  payout_group: group,
  payin_fee: text,
  payout_fee: text,
  margin_fee: text,
  rate: text,
}
const terms = { ...price, dst_address: orNull(text), memo: orNull(text) }

const bounds = {
  payin_min_amount: text,
  payin_max_amount: text,
  payout_min_amount: text,
  payout_max_amount: text,
} satisfies Record<keyof Bounds, Check>

const deposit = {
  address: text,
  network: text,
  is_awaited: truth,
  awaited_until: orNull(moment),
  amount_missing: text,
  payment_uri: orNull(text),
  confirmations_needed: number,
  arrivals: list(
    fields({
      amount: text,
      currency: text,
      state: text,
      confirmations: number,
      txid: text,
      url: orNull(text),
    }),
  ),
  refund_address_state: orNull(text),
  is_stopped: truth,
  test_wallet_url: orNull(text),
} satisfies Record<keyof DepositView, Check>

const order = {
  ...terms,
  client_order_id: text,
  status,
  substatus: orNull(text),
  payout_txid: orNull(text),
  payout_url: orNull(text),
  status_log: list(fields({ at: number, status })),
  money: fields({ state: text, amount: text, currency: text, at: text }),
  is_stopped: truth,
  price_held_until: orNull(moment),
  expires_at: orNull(moment),
  attempt: orNull(
    fields({
      number,
      state: text,
      card_number: orNull(text),
      card_type: orNull(text),
      decline_reason: orNull(text),
      challenge_url: orNull(text),
    }),
  ),
  tries: list(
    fields({
      at: number,
      state: text,
      card_number: text,
      wallet: maybe(orNull(text)),
      decline_reason: orNull(text),
    }),
  ),
  attempts_left: number,
  typical_seconds: fields({ payin: orNull(number), payout: orNull(number) }),
  limit,
  transfer: orNull(fields({ beneficiary: text, iban: text, reference: text, test_bank_url: orNull(text) })),
  deposit: orNull(fields(deposit)),
  withdrawal: orNull(fields({ tries_left: number, outbox_url: orNull(text) })),
  error_message: orNull(text),
  verification_url: orNull(text),
  return_url: orNull(text),
} satisfies Record<keyof WidgetOrder, Check>

const standing = {
  version: text,
  seq: maybe(number),
  state: oneOf('new', 'opened', 'used', 'expired'),
  order_state: orNull(fields({ client_order_id: text, status, step, terms: orNull(fields(terms)) })),
  buyer: orNull(
    fields({
      email: text,
      verification_level: text,
      limit_in_eur: text,
      payer: orNull(record(text)),
      balances: list(fields({ amount: text, currency: text })),
    }),
  ),
  order: orNull(fields(order)),
} satisfies Record<keyof WidgetStatus, Check>

const draft = orNull(
  fields({
    step: maybe(step),
    payin_currency: maybe(text),
    payin_group: maybe(group),
    payin_amount: maybe(text),
    payout_currency: maybe(text),
    payout_group: maybe(group),
    payout_amount: maybe(text),
    dst_address: maybe(text),
    memo: maybe(text),
    coupon: maybe(text),
  } satisfies Record<keyof Draft, Check>),
)

export const View = shape<WidgetView>({
  ...standing,
  kind: oneOf('request', 'order'),
  mode: oneOf('sandbox', 'live'),
  partner: fields({
    name: text,
    origins: list(text),
    theme: orNull(fields({})),
    logo: orNull(text),
  }),
  legal: orNull(
    fields({
      version: text,
      name: text,
      terms_url: orNull(text),
      privacy_url: orNull(text),
      help_url: orNull(text),
      card_holder: orNull(text),
      languages: list(text),
    }),
  ),
  fixed: record(text),
  defaults: record(text),
  offer: fields({ payin: offered, payout: offered, pairs: record(list(text)) }),
  countries_url: text,
  countries: maybe(list(text)),
  draft,
})

export const Quote = shape<WidgetQuote>({
  ...price,
  ...bounds,
  quote_id: text,
  expires_at: moment,
  limit,
})

/** The part of a view that changes, as the answer to an act of the buyer. */
export const Status = shape<WidgetStatus>(standing)

/** A refusal with the bounds of an amount. */
export const WithBounds = shape<{ bounds: Bounds }>({ bounds: fields(bounds) })

export const ReadProblem = shape<Problem>({
  type: text,
  title: text,
  status: number,
  detail: text,
  success: oneOf(0),
  code: text,
  request_id: text,
  errors: list(fields({ pointer: text, code: text, detail: text })),
})

export const openingRoutes: {
  readonly view: Checked<Opening['view'], WidgetView>
  readonly status: Checked<Opening['status'], { changed: WidgetStatus | null }>
  readonly quote: Checked<Opening['quote'], WidgetQuote, z.input<typeof WidgetQuoteRequest>>
  readonly draft: Checked<Opening['draft'], { saved: true }, z.input<typeof Draft>>
} = {
  view: { method: 'GET', path: '/api/widget/{entry}', answer: View },
  status: {
    method: 'GET',
    path: '/api/widget/{entry}/status',
    answer: shape<{ changed: WidgetStatus | null }>({ changed: orNull(fields(standing)) }),
  },
  quote: { method: 'POST', path: '/api/widget/{entry}/quote', answer: Quote },
  draft: {
    method: 'PUT',
    path: '/api/widget/{entry}/draft',
    answer: shape<{ saved: true }>({ saved: oneOf(true) }),
  },
}
