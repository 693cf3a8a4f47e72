import { Refusal } from '@cambio/wire/http/Problem.ts'
import { capsFor } from '../../catalogue/Catalogue.ts'
import type { ClientStore } from '../../client/ClientStore.ts'
import { checkCountry } from '../../country/checkCountry.ts'
import { limitFact } from '../../limit/limitFact.ts'
import type { LockedClient, ClientLocks } from '../../limit/LockedClient.ts'
import { writeOf } from '../../order/life/applyFact.ts'
import { isPriceExpired, SHOWN_PRICE_MS } from '../../order/life/priceGuarantee.ts'
import { step } from '../../order/life/step.ts'
import type { Fact, Order } from '../../order/Order.ts'
import type { OrderStore } from '../../order/OrderStore.ts'
import { applyChargeFact } from '../../person/applyChargeFact.ts'
import type { CheckDeps } from '../../person/checkPerson.ts'
import { checkFresh } from '../../price/freshPrices.ts'
import type { Prices, RateSource } from '../../price/RateSource.ts'
import { reprice } from '../../price/reprice.ts'
import { attemptsOf } from '../Payin.ts'
import type { StepOutcome } from '../way/PayinWay.ts'
import type { CardRail } from './CardRail.ts'
import type { ChargeFence } from './ChargeFence.ts'
import { discountLeft, type DiscountLeft } from './discountLeft.ts'
import type { FormStore } from './FormStore.ts'
import { factOf, send } from './getPaymentStatus.ts'
import type { Attempt } from './machine/CardPayin.ts'
import { checkChargeable } from './openCardForm.ts'

export type ChargeDeps = CheckDeps & {
  orders: Pick<OrderStore, 'find' | 'save'>
  clients: Pick<ClientStore, 'find'> & ClientLocks
  forms: FormStore
  fence: ChargeFence
  card: CardRail
  rates: RateSource
  /** Repeats work that stores an answer while the store is unavailable. */
  untilStored: <Result>(work: () => Promise<Result>) => Promise<Result>
}

export type ChargeInput = {
  readonly orderId: string
  readonly clientId: string
  readonly sessionId: string
  readonly payerIp: string
  readonly returnTo: 'frame' | 'top'
}

/**
 * Charges the card that a buyer entered. The limit is checked and the attempt opened in one transaction that locks the
 * client; only then is the card charged. A lost answer leaves the attempt open, to be asked about. An overloaded
 * platform ends the attempt, and the same form may be charged again.
 * @returns the order: charged, challenged, declined, turned away, or pending if it exceeds the limit
 * @throws Refusal card_incomplete, card_session_over, quote_expired or coupon_invalid for a price that expired or lost
 * its discount and has changed, and the refusals of the fence and of checkChargeable; no money moved then
 */
export async function charge(deps: ChargeDeps, input: ChargeInput): Promise<Order> {
  const charged = await deps.orders.find(input.orderId)
  if (charged?.clientId === input.clientId && usedFor(charged, input.sessionId)) return charged
  await deps.fence.admitBuyer(input)
  const presented = await presentedCard(deps, input)
  const { clientId } = input
  const admittedCard = await deps.fence.admitCard({
    clientId,
    cardKey: presented.cardKey,
    mask: presented.card.mask,
  })
  const prices = charged && mayCostMore(charged, deps.now()) ? await deps.rates.prices() : null
  const order = await deps.clients.lock(clientId, (locked) =>
    open(deps, locked, { ...input, prices }, { ...presented, ...admittedCard }),
  )
  if (order instanceof Refusal) throw order
  const attempt = attemptsOf(order.payin).at(-1)
  if (attempt?.state !== 'open' || attempt.sessionId !== input.sessionId) return order
  const fact = await sendFirst(deps, order, attempt)
  return typeof fact === 'string' ? order : deps.untilStored(() => applyChargeFact(deps, order.id, fact))
}

/** Sends the first SALE of an attempt. */
async function sendFirst(deps: ChargeDeps, order: Order, attempt: Attempt): Promise<StepOutcome> {
  const answer = await send(deps, order, attempt)
  return answer.is === 'turned_away' ? { is: 'turned_away', number: attempt.number } : factOf(attempt, answer)
}

/** Whether a form was already charged: then this call repeats one whose answer did not reach the buyer. */
function usedFor(order: Order, sessionId: string): boolean {
  return attemptsOf(order.payin).some(
    (attempt) => attempt.sessionId === sessionId && attempt.state !== 'turned_away',
  )
}

/** The card of a form, with the key that identifies it. */
type PresentedCard = Pick<Attempt, 'card' | 'cardKey'>

/** A card that may be charged. */
type AdmittedCard = Pick<Attempt, 'card' | 'cardKey' | 'reasonHidden'>

async function presentedCard(deps: ChargeDeps, { orderId, sessionId }: ChargeInput): Promise<PresentedCard> {
  if ((await deps.forms.orderOf(sessionId)) !== orderId) throw new Refusal('card_session_over')
  const form = await deps.card.fields(sessionId)
  if (form.is === 'open') throw new Refusal('card_incomplete')
  if (form.is === 'ended') throw new Refusal('card_session_over')
  const { card, fingerprint } = form
  return { card, cardKey: fingerprint === null ? null : deps.fence.cardKey(fingerprint) }
}

/**
 * Opens an attempt while the client is locked, or makes the order pending if it exceeds the limit. An order whose price
 * has expired and changed, or whose discount no longer applies, is priced anew and not charged.
 * @returns the order; for one that was priced anew, also the refusal that informs the buyer, to be thrown after the
 * commit
 */
async function open(
  deps: ChargeDeps,
  locked: LockedClient,
  input: ChargeInput & { readonly prices: Prices | null },
  admittedCard: AdmittedCard,
): Promise<Order | Refusal> {
  const order = await locked.orders.find(input.orderId)
  if (!order || order.clientId !== locked.client.id) throw new Refusal('order_unknown')
  checkChargeable(order, locked.client, deps.now())
  const snapshot = deps.catalogue.now()
  if (locked.client.payer) checkCountry(snapshot.countries, locked.client.payer.country, true)
  const discount = await discountLeft(snapshot, locked, order, admittedCard.cardKey)
  const repriced = repricedFact(deps, order, input.prices, discount)
  if (repriced) {
    const anew = step(order, repriced, deps.now())
    if (anew && (await locked.orders.save(writeOf(deps, order, anew, repriced))))
      return repricing(order, discount)
    throw new Refusal('attempt_open')
  }
  const limited = await limitFact(
    deps,
    capsFor(snapshot, order.partnerId),
    locked,
    order,
    admittedCard.cardKey,
  )
  const fact = limited ?? attempted(deps, order, input, admittedCard)
  const change = step(order, fact, deps.now())
  if (!change) throw new Refusal('order_state', 'The order can no longer be paid')
  if (!(await locked.orders.save(writeOf(deps, order, change, fact)))) throw new Refusal('attempt_open')
  return change.next
}

/** Whether the price of an order may differ from the one shown, because of the time or of the payer. */
function mayCostMore(order: Order, now: Date): boolean {
  return isPriceExpired(order, now) || order.asFirst || order.coupon !== null
}

/**
 * Prices the order anew if its price has expired or its discount no longer applies; undefined where the price stays the
 * same.
 */
function repricedFact(
  deps: ChargeDeps,
  order: Order,
  prices: Prices | null,
  discount: DiscountLeft | undefined,
): Fact | undefined {
  const now = deps.now()
  if (prices === null || (discount === undefined && !isPriceExpired(order, now))) return undefined
  checkFresh(prices, deps.catalogue.now().tariff, now)
  const { serviceBps, coupon, asFirst } = discount ?? { ...order, ...order.quote.fees }
  const quote = reprice({ ...order.quote, fees: { ...order.quote.fees, serviceBps } }, prices)
  if (!quote) throw new Refusal('amount_out_of_bounds', 'Nothing is left after fees')
  if (discount === undefined && quote.payout.units === order.quote.payout.units) return undefined
  const guaranteedUntil = order.priceGuaranteedUntil && new Date(now.getTime() + SHOWN_PRICE_MS)
  return { is: 'repriced', quote, guaranteedUntil, coupon, asFirst }
}

/** Why the buyer has to check the price again before the card is charged. */
function repricing(order: Order, discount: DiscountLeft | undefined): Refusal {
  const look = 'check the new price, then pay; no money has moved'
  if (discount === undefined) return new Refusal('quote_expired', `The price has changed: ${look}`)
  return discount.coupon === order.coupon
    ? new Refusal(
        'quote_expired',
        `This is not the first order paid with this card, so the first-order discount does not apply: ${look}`,
      )
    : new Refusal('coupon_invalid', `The coupon has been used up: ${look}`)
}

function attempted(deps: ChargeDeps, order: Order, input: ChargeInput, admittedCard: AdmittedCard): Fact {
  const number = attemptsOf(order.payin).length + 1
  const attempt: Attempt = {
    state: 'open',
    number,
    platformOrderId: `${order.id}-${number}-${deps.random.token(128)}`,
    sessionId: input.sessionId,
    ...admittedCard,
    payerIp: input.payerIp,
    returnTo: input.returnTo,
    openedAt: deps.now(),
  }
  return { is: 'attempted', attempt }
}
