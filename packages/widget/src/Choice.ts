import type { Group } from '@cambio/wire/Group.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { WidgetQuoteRequest } from '@cambio/wire/order/Quote.ts'
import type { Step } from '@cambio/wire/widget/Frame.ts'
import { steps } from '@cambio/wire/widget/framing.ts'
import type { Draft, OfferedCurrency, WidgetView } from '@cambio/wire/widget/Widget.ts'
import type * as z from 'zod/mini'
import { startingAmountOf } from './amount/quickAmounts.ts'
import { isAmbiguous, readAmount, wireMarks, type Marks } from './amount/readAmount.ts'
import { maybe, oneOf, shape, text } from './api/shape.ts'
import { payinTraits } from './payin/payinTraits.ts'

type Side = 'payin' | 'payout'
type Offer = WidgetView['offer']
export type QuoteRequest = z.input<typeof WidgetQuoteRequest>

/** The buyer's choice, as the fields have it: `exact` is the side whose amount was typed; the other follows. */
export type Choice = {
  readonly payin_currency: string
  readonly payin_group: Group
  readonly payout_currency: string
  readonly payout_group: Group
  readonly exact: Side
  readonly amount: string
  /** The number marks of the language in which the amount was typed. */
  readonly marks: Marks
  readonly coupon: string
  readonly dst_address: string
  readonly memo: string
}

/** The part of a choice that stays in this tab until a session identifies its buyer. */
export type Destination = Pick<Choice, 'payout_currency' | 'dst_address' | 'memo'> & {
  /** The step that the buyer has reached with it; missing in a note of the version before. */
  readonly step?: Step | undefined
}
export const Destination = shape<Destination>({
  payout_currency: text,
  dst_address: text,
  memo: text,
  step: maybe(oneOf(...steps)),
})

/** Fields of a choice that the partner may fix or prefill; the others are the buyer's only. */
type Field = Exclude<keyof Draft, 'step'>

/**
 * The initial fields: what is fixed, else what the buyer chose before, else the partner's default, else the first
 * offered.
 */
export function startingChoice(view: WidgetView, destination?: Destination): Choice {
  const initial = (field: Field) => view.fixed[field] ?? view.draft?.[field] ?? view.defaults[field]
  const payin = offered(view.offer, 'payin', initial('payin_currency'))
  const payin_group = groupOf(payin, initial('payin_group'))
  const payout = payable(view.offer, { payin, payin_group }, initial('payout_currency'))
  const ofThisCoin = destination?.payout_currency === payout.currency ? destination : undefined
  return {
    payin_currency: payin.currency,
    payin_group,
    payout_currency: payout.currency,
    payout_group: groupOf(payout, initial('payout_group')),
    ...startingAmount(view, payin),
    marks: wireMarks,
    coupon: initial('coupon') ?? '',
    dst_address: initial('dst_address') ?? ofThisCoin?.dst_address ?? '',
    memo: initial('memo') ?? ofThisCoin?.memo ?? '',
  }
}

/**
 * Chooses another currency to pay with. Whatever it cannot buy, and the ways that it cannot be paid by, change. The
 * amount that a purchase starts with becomes that of the other currency.
 */
export function payWithCurrency(choice: Choice, offer: Offer, code: string): Choice {
  const payin = offered(offer, 'payin', code)
  const isUntouched = choice.exact === 'payin' && choice.amount === startingAmountOf(choice.payin_currency)
  return payBy(
    {
      ...choice,
      payin_currency: payin.currency,
      ...(isUntouched && { amount: startingAmountOf(payin.currency), marks: wireMarks }),
    },
    offer,
    groupOf(payin, choice.payin_group),
  )
}

/** Chooses another way to pay. Whatever it cannot buy changes. */
export function payBy(choice: Choice, offer: Offer, payin_group: Group): Choice {
  return getCurrency({ ...choice, payin_group }, offer, choice.payout_currency)
}

/** Chooses another currency to get. The address is dropped, since it belongs to a network. */
export function getCurrency(choice: Choice, offer: Offer, code: string): Choice {
  const payin = offered(offer, 'payin', choice.payin_currency)
  const payout = payable(offer, { payin, payin_group: choice.payin_group }, code)
  if (payout.currency === choice.payout_currency) return choice
  return {
    ...choice,
    payout_currency: payout.currency,
    payout_group: groupOf(payout, choice.payout_group),
    dst_address: '',
    memo: '',
  }
}

/** The typed amount in the wire's form; null while it is not one. */
export function amountOf({ amount, exact, marks, ...choice }: Choice): string | null {
  const read = readAmount(amount, choice[`${exact}_currency`], marks)
  return typeof read === 'string' || isAmbiguous(read) ? null : Money.format(read)
}

/** The request for a quote of a choice; null while its amount is not valid. */
export function quoteRequestOf(choice: Choice): QuoteRequest | null {
  const amount = amountOf(choice)
  if (amount === null) return null
  return {
    payin_currency: choice.payin_currency,
    payin_group: choice.payin_group,
    payout_currency: choice.payout_currency,
    payout_group: choice.payout_group,
    [`${choice.exact}_amount`]: amount,
    ...(choice.coupon === '' ? {} : { coupon: choice.coupon }),
  }
}

/**
 * The choice as the server stores it: without what the partner fixed, and with the destination only for a known buyer.
 */
export function draftOf(choice: Choice, view: WidgetView): Omit<Draft, 'step'> {
  const all: Record<string, string> = {
    payin_currency: choice.payin_currency,
    payin_group: choice.payin_group,
    payout_currency: choice.payout_currency,
    payout_group: choice.payout_group,
    [`${choice.exact}_amount`]: amountOf(choice) ?? '',
    coupon: choice.coupon,
    ...(view.buyer && { dst_address: choice.dst_address, memo: choice.memo }),
  }
  return Object.fromEntries(
    Object.entries(all).filter(([field, value]) => value !== '' && view.fixed[field] === undefined),
  )
}

/**
 * The part of a choice that is stored while it is typed. An unreadable amount is left out: it would mean something else
 * later.
 */
export function typedOf(choice: Choice): Record<string, string> {
  const amount = amountOf(choice) ?? ''
  return {
    payin_currency: choice.payin_currency,
    payin_group: choice.payin_group,
    payout_currency: choice.payout_currency,
    payout_group: choice.payout_group,
    payin_amount: choice.exact === 'payin' ? amount : '',
    payout_amount: choice.exact === 'payout' ? amount : '',
    dst_address: choice.dst_address,
    memo: choice.memo,
  }
}

/** The view with what was typed before in place of the draft. */
export function withTyped(view: WidgetView, typed: Readonly<Record<string, string>>): WidgetView {
  if (typed['payin_currency'] === undefined) return view
  const { payin_amount, payout_amount, ...draft } = view.draft ?? {}
  const hasAmount = Boolean(typed['payin_amount'] ?? '') || Boolean(typed['payout_amount'] ?? '')
  const chosen = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => choiceFields.has(name) && value !== ''),
  )
  const before = hasAmount ? draft : { ...draft, payin_amount, payout_amount }
  return { ...view, draft: { ...before, ...chosen } }
}

const choiceFields: ReadonlySet<string> = new Set([
  'payin_currency',
  'payin_group',
  'payin_amount',
  'payout_currency',
  'payout_group',
  'payout_amount',
  'dst_address',
  'memo',
])

/** The offered entry of a code; the first one if the code is not offered. @throws when nothing is offered */
export function offered(offer: Offer, side: Side, code: string | undefined): OfferedCurrency {
  const list = offer[side]
  const entry = list.find(({ currency }) => currency === code) ?? list[0]
  if (!entry) throw new RangeError(`Nothing is offered as ${side}`)
  return entry
}

/** What the buyer pays with: a currency, and its way. */
type Paying = { readonly payin: OfferedCurrency; readonly payin_group: Group }

/** What can be bought, in the order offered. A balance can also be withdrawn in its own currency. */
export function buyable(offer: Offer, { payin, payin_group }: Paying): OfferedCurrency[] {
  const codes = new Set(offer.pairs[payin.currency] ?? [])
  if (payinTraits(payin_group).isFromBalance) codes.add(payin.currency)
  return offer.payout.filter(({ currency }) => codes.has(currency))
}

/** What is bought: the wanted currency, else coins for money and money for coins, where there are any. */
function payable(offer: Offer, paying: Paying, code: string | undefined): OfferedCurrency {
  const list = buyable(offer, paying)
  return (
    list.find(({ currency }) => currency === code) ??
    list.find(({ is_crypto }) => is_crypto !== paying.payin.is_crypto) ??
    list[0] ??
    offered(offer, 'payout', code)
  )
}

function groupOf(entry: OfferedCurrency, group: string | undefined): Group {
  return entry.groups.find((each) => each === group) ?? entry.groups[0] ?? 'card'
}

function startingAmount(view: WidgetView, payin: OfferedCurrency): Pick<Choice, 'exact' | 'amount'> {
  for (const from of [view.fixed, view.draft ?? {}, view.defaults]) {
    if (from.payout_amount !== undefined) return { exact: 'payout', amount: from.payout_amount }
    if (from.payin_amount !== undefined) return { exact: 'payin', amount: from.payin_amount }
  }
  return { exact: 'payin', amount: payin.is_crypto ? '' : startingAmountOf(payin.currency) }
}
