import { createHash } from 'node:crypto'
import { chart } from '@cambio/exchange/books/chart.ts'
import type { Caps } from '@cambio/exchange/catalogue/Caps.ts'
import { capsFor } from '@cambio/exchange/catalogue/Catalogue.ts'
import { groupsFor, pairs } from '@cambio/exchange/catalogue/offer.ts'
import type { Tariff } from '@cambio/exchange/catalogue/Tariff.ts'
import { TURNOVER_SPAN_MS, effectiveLevel, limitLeft, type Client } from '@cambio/exchange/client/Client.ts'
import { moneyOf } from '@cambio/exchange/order/data/moneyOf.ts'
import { addressOf, buyersTxidOf } from '@cambio/exchange/order/data/orderData.ts'
import {
  expiresAtOf,
  hasEnded,
  hasFoundClient,
  isFulfilled,
  mayPayOut,
  statusLog,
  waitsForOperator,
  type Order,
} from '@cambio/exchange/order/Order.ts'
import { unixNumber } from '@cambio/exchange/order/time.ts'
import { traitsOf } from '@cambio/exchange/payin/traits/PayinTraits.ts'
import { payoutTraitsOf } from '@cambio/exchange/payout/traits/PayoutTraits.ts'
import { pricedTariff } from '@cambio/exchange/price/pricedTariff.ts'
import { toFeeQuote } from '@cambio/exchange/price/Quote.ts'
import { stateOf, type WidgetRequest } from '@cambio/exchange/request/WidgetRequest.ts'
import { widgetTariff } from '@cambio/exchange/request/widgetTariff.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import type { Direction, Group } from '@cambio/wire/Group.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Step } from '@cambio/wire/widget/Frame.ts'
import type {
  OfferedCurrency,
  OrderTerms,
  TypicalSeconds,
  WidgetOrder,
  WidgetStatus,
  WidgetView,
} from '@cambio/wire/widget/Widget.ts'
import { fixable, type CreateRequest } from '@cambio/wire/widget/WidgetRequest.ts'
import type * as z from 'zod/mini'
import type { Opened } from '../authenticate/entry.ts'
import { logoPath } from '../brand/logoPath.ts'
import { themeOf } from '../brand/themeOf.ts'
import { transactionUrl } from '../pages/transactionUrl.ts'
import { paymentStep } from '../payin/card/cardView.ts'
import { payinView, type PayinView } from '../payin/payinViews.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { Stores } from '../store/stores.ts'
import { ancestorsOf } from './ancestors.ts'
import type { TypicalSecondsOf } from './cachedTypicalSeconds.ts'
import { countriesFileOf } from './countriesFile.ts'
import { limitAheadOf } from './limitAheadOf.ts'

/** What a view is made from. */
export type Viewing = Exchange & { readonly typicalSeconds: TypicalSecondsOf }

/** Everything the widget shows; what belongs to a buyer only with that buyer's session. */
export async function widgetView(
  exchange: Viewing,
  stores: Pick<Stores, 'clients' | 'balances' | 'reviews' | 'requests'>,
  opened: Opened,
  buyer: Client | null,
): Promise<WidgetView> {
  const { request, partner } = opened
  const snapshot = exchange.catalogue.now()
  const status = await widgetStatus(exchange, stores, opened, buyer)
  return {
    kind: opened.kind,
    mode: exchange.mode,
    partner: {
      name: partner.name,
      origins: [...ancestorsOf(exchange, partner)],
      theme: await themeOf(stores, opened),
      logo: logoPath(partner.brand.logo),
    },
    legal: exchange.legal?.notice ?? null,
    fixed: request ? fixedOf(request.fields) : {},
    defaults: request ? defaultsOf(request.fields) : {},
    offer: offerOf(
      await soldTo(exchange, widgetTariff(snapshot, partner.id, buyer !== null)),
      status.buyer?.balances ?? [],
    ),
    countries_url: countriesFileOf(snapshot.countries).path,
    ...(buyer?.payer === null && { countries: [...snapshot.countries.keys()] }),
    draft: request && draftFor(request, buyer),
    ...status,
  }
}

/** What of it moves once there is an order. */
export async function widgetStatus(
  exchange: Viewing,
  stores: Pick<Stores, 'clients' | 'balances' | 'reviews'>,
  opened: Opened,
  buyer: Client | null,
): Promise<WidgetStatus> {
  const { request, order, partner } = opened
  const now = exchange.clock.now()
  const snapshot = exchange.catalogue.now()
  const payin = order && buyer && (await payinView(exchange, order))
  const balances = buyer ? await balancesOf(stores, buyer) : []
  const turnover = buyer ? await turnoverOf(stores, buyer, now) : 0n
  const inReview = order !== null && buyer !== null && (await isInReview(stores, order, buyer))
  const terms = order && termsOf(order)
  const typical = terms && buyer && (await exchange.typicalSeconds(terms))
  const standing = versioned({
    state: request ? viewStates[stateOf(request, now)] : 'used',
    order_state: order && {
      client_order_id: order.id,
      status: order.status,
      step: stepOf(order),
      terms: opened.kind === 'order' ? terms : null,
    },
    buyer: buyer && buyerOf(capsFor(snapshot, partner.id), { buyer, turnover, balances }),
    order:
      order &&
      buyer &&
      payin &&
      typical &&
      orderFor(exchange, { order, request, buyer, turnover, payin, inReview, typical }),
  })
  return order ? { ...standing, seq: order.seq } : standing
}

function fixedOf(fields: CreateRequest): Record<string, string> {
  return definedMembers([
    ...fixable.map((name) => [name, fields[name]] as const),
    ['dst_address', fields.dst_address],
    ['challenge', fields.challenge],
    ['price_tolerance_bps', fields.price_tolerance_bps?.toString()],
  ])
}

function defaultsOf(fields: CreateRequest): Record<string, string> {
  return definedMembers(fixable.map((name) => [name, fields[`${name}_default`]]))
}

function definedMembers(members: readonly (readonly [string, string | undefined])[]): Record<string, string> {
  return Object.fromEntries(
    members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )
}

/** A buyer need not know who ended a request. */
const viewStates = {
  new: 'new',
  opened: 'opened',
  used: 'used',
  expired: 'expired',
  canceled: 'expired',
} as const

/** The tariff without currencies that have no price now; all of it where none has one, since then prices are missing. */
async function soldTo({ rates, clock }: Exchange, tariff: Tariff): Promise<Tariff> {
  const priced = await pricedTariff({ rates, now: () => clock.now() }, tariff)
  return Object.keys(pairs(priced)).length > 0 ? priced : tariff
}

function offerOf(tariff: Tariff, balances: readonly { readonly currency: string }[]): WidgetView['offer'] {
  const owned = new Set(balances.map(({ currency }) => currency))
  const payin = offered(tariff, 'payin')
    .map((each) => ({ ...each, groups: each.groups.filter((group) => isPayable(group, each, owned)) }))
    .filter(({ groups }) => groups.length > 0)
  const codes = new Set(payin.map(({ currency }) => currency))
  const bought = Object.entries(pairs(tariff)).filter(([code]) => codes.has(code))
  return { payin, payout: offered(tariff, 'payout'), pairs: Object.fromEntries(bought) }
}

/** Whether a way to pay is open to the buyer: a balance only in currencies of which they have any. */
function isPayable(group: Group, { currency }: OfferedCurrency, owned: ReadonlySet<string>): boolean {
  return !traitsOf(group)?.isFromBalance || owned.has(currency)
}

function offered(tariff: Tariff, direction: Direction): OfferedCurrency[] {
  return Currency.currencies
    .map((currency) => ({
      currency: currency.code,
      title: currency.title,
      is_crypto: currency.kind === 'crypto',
      decimals: currency.decimals,
      network: currency.network,
      memo: currency.memo,
      groups: [...groupsFor(tariff, direction, currency)],
    }))
    .filter(({ groups }) => groups.length > 0)
}

/** What the buyer has, in every currency that there is any of. */
async function balancesOf({ balances }: Pick<Stores, 'balances'>, { id }: Client): Promise<Money.Money[]> {
  const all = await balances.list(chart.clientBalance(id))
  return all.filter(({ units }) => units > 0n)
}

/**
 * The address is shown again only to the buyer who gave it, and for the same coin, since the partner's page has the id.
 */
function draftFor({ draft, draftDestination }: WidgetRequest, buyer: Client | null): WidgetView['draft'] {
  if (!draft || !draftDestination) return draft
  const { clientId, payout_currency, ...destination } = draftDestination
  return clientId === buyer?.id && payout_currency === draft.payout_currency
    ? { ...draft, ...destination }
    : draft
}

function turnoverOf({ clients }: Pick<Stores, 'clients'>, { id }: Client, now: Date): Promise<bigint> {
  return clients.turnoverEurCents(id, new Date(now.getTime() - TURNOVER_SPAN_MS))
}

function buyerOf(
  caps: Caps,
  { buyer, turnover, balances }: { buyer: Client; turnover: bigint; balances: readonly Money.Money[] },
): WidgetView['buyer'] {
  return {
    email: buyer.email,
    verification_level: effectiveLevel(buyer),
    limit_in_eur: Money.format({ units: limitLeft(caps.card, buyer, turnover), currency: 'EUR' }),
    payer: buyer.payer,
    balances: balances.map((balance) => ({ amount: Money.format(balance), currency: balance.currency })),
  }
}

/** Which step an order leads to, for a widget that cannot read the order itself yet. */
function stepOf({ status, payin }: Order): Step {
  return status === 'payin_pending' || status === 'processing' ? paymentStep(payin) : 'status'
}

function termsOf(order: Order): OrderTerms {
  const { quote } = order
  return {
    ...toFeeQuote(quote),
    payin_currency: quote.payin.currency,
    payin_group: quote.payinGroup,
    payout_currency: quote.payout.currency,
    payout_group: quote.payoutGroup,
    dst_address: addressOf(order),
    memo: order.destination.memo,
  }
}

function orderFor(
  exchange: Exchange,
  {
    order,
    request,
    buyer,
    turnover,
    payin,
    inReview,
    typical,
  }: {
    order: Order
    request: WidgetRequest | null
    buyer: Client
    turnover: bigint
    payin: PayinView
    inReview: boolean
    typical: TypicalSeconds
  },
): z.infer<typeof WidgetOrder> {
  return {
    ...termsOf(order),
    ...payin,
    client_order_id: order.id,
    status: order.status,
    substatus: order.substatus,
    payout_txid: buyersTxidOf(order),
    payout_url: payoutUrl(exchange, order),
    status_log: statusLog(order).map(({ at, status }) => ({ at: unixNumber(at), status })),
    money: moneyOf(order),
    is_stopped: inReview || standsStill(order),
    price_held_until: stepOf(order) === 'card' ? (order.priceGuaranteedUntil?.toISOString() ?? null) : null,
    expires_at: expiresAtOf(order)?.toISOString() ?? null,
    limit:
      stepOf(order) === 'card'
        ? limitAheadOf(capsFor(exchange.catalogue.now(), order.partnerId), buyer, turnover, order.quote)
        : null,
    typical_seconds: typical,
    error_message: order.errorMessage,
    verification_url: verificationUrlOf(order),
    return_url: returnUrl(order, request),
  }
}

/** Where the buyer lifts what an order waits for; null also until this buyer's limit is asked, who is its client only now. */
function verificationUrlOf(order: Order): string | null {
  if (order.status !== 'pending' || !order.limit || hasFoundClient(order)) return null
  return order.limit.verificationUrl
}

/** Where anyone can look at the pay-out: only coins that leave are on a network that shows them. */
function payoutUrl(exchange: Exchange, order: Order): string | null {
  const { payout, payoutGroup } = order.quote
  return payoutTraitsOf(payoutGroup).isOnChain
    ? transactionUrl(exchange, payout.currency, buyersTxidOf(order))
    : null
}

/** Whether an order waits for its client's documents, and these for the operator. */
async function isInReview(
  { reviews }: Pick<Stores, 'reviews'>,
  { status, limit }: Order,
  { id }: Client,
): Promise<boolean> {
  return status === 'pending' && limit !== null && (await reviews.findOpen(id)) !== undefined
}

/** Whether an order waits for the operator with money that did not reach its purpose, also if it was returned later. */
function standsStill(order: Order): boolean {
  if (!waitsForOperator(order) || mayPayOut(order)) return false
  return !hasEnded(order) || (order.status === 'finished' && !isFulfilled(order))
}

/** Where Done leads, once there is an outcome and the partner named a place for it. */
function returnUrl(order: Order, request: WidgetRequest | null): string | null {
  if (!request || !hasEnded(order)) return null
  const { http_return_success: success, http_return_failed: failed } = request.fields
  const target = order.status === 'finished' ? success : failed
  if (target === undefined) return null
  const url = new URL(target)
  url.searchParams.set('partner_order_id', order.partnerOrderId)
  url.searchParams.set('status', order.status)
  return url.href
}

/** How a purchase stands, with a version of its own: the same content has the same version in every process. */
function versioned(standing: Omit<WidgetStatus, 'version'>): WidgetStatus {
  const version = createHash('sha256').update(JSON.stringify(standing)).digest('base64url').slice(0, 22)
  return { version, ...standing }
}
