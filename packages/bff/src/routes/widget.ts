import { checkBirthDate } from '@cambio/exchange/client/checkBirthDate.ts'
import type { Client } from '@cambio/exchange/client/Client.ts'
import { checkCountry } from '@cambio/exchange/country/checkCountry.ts'
import { savePayer } from '@cambio/exchange/limit/savePayer.ts'
import type { Order } from '@cambio/exchange/order/Order.ts'
import { confirmOrder } from '@cambio/exchange/payin/balance/confirmWithdrawal.ts'
import { charge } from '@cambio/exchange/payin/card/charge.ts'
import { openCardForm } from '@cambio/exchange/payin/card/openCardForm.ts'
import { stopOverLimit } from '@cambio/exchange/payin/card/stopOverLimit.ts'
import {
  checkAsksRefundAddress,
  checkRefundWallet,
  giveRefundAddress,
} from '@cambio/exchange/payin/deposit/giveRefundAddress.ts'
import { traitsOf } from '@cambio/exchange/payin/traits/PayinTraits.ts'
import { destinationOf } from '@cambio/exchange/payout/destination.ts'
import { payoutTraitsOf } from '@cambio/exchange/payout/traits/PayoutTraits.ts'
import { answerPrice } from '@cambio/exchange/person/answerPrice.ts'
import { placeForBuyer, QuoteExpired } from '@cambio/exchange/place/placeForBuyer.ts'
import { chooseGroup, currencyOf } from '@cambio/exchange/price/choosePair.ts'
import { termsOf } from '@cambio/exchange/price/quotePair.ts'
import { openForClient } from '@cambio/exchange/process/openForClient.ts'
import {
  hasEnded,
  type DraftDestination,
  type WidgetRequest,
} from '@cambio/exchange/request/WidgetRequest.ts'
import { widgetTariff } from '@cambio/exchange/request/widgetTariff.ts'
import { checkScreened } from '@cambio/exchange/screening/checkScreened.ts'
import { languageOf } from '@cambio/server/language/languageOf.ts'
import { retryUntilAvailable } from '@cambio/server/postgres/retryUntilAvailable.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Draft } from '@cambio/wire/widget/Widget.ts'
import { requireBuyer } from '../authenticate/buyer.ts'
import { checkServed } from '../authenticate/checkServed.ts'
import { checkConfirmed, isConfirmed } from '../authenticate/confirmed.ts'
import { requestOf, type Opened } from '../authenticate/entry.ts'
import { mailedCodes } from '../authenticate/mailedCodes.ts'
import { rememberedDevices } from '../authenticate/rememberedDevices.ts'
import { chargeFence } from '../fence/chargeFence.ts'
import type { Handlers } from '../http/Handler.ts'
import { openedOrderUrl } from '../pages/openedOrderUrl.ts'
import { verificationUrlAt } from '../pages/verification/verificationUrlAt.ts'
import { savingCards } from '../payin/card/savingCards.ts'
import { ratesFor, unavailableMail } from '../program/faultyProviders.ts'
import { savedCardStore } from '../store/client/savedCards.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import type { Stores } from '../store/stores.ts'
import { ancestorsOf } from '../widget/ancestors.ts'
import { openView } from '../widget/openView.ts'
import { widgetQuote } from '../widget/widgetQuote.ts'
import { widgetStatus, type Viewing } from '../widget/widgetView.ts'
import { passkeyRoutes } from './passkeys.ts'
import { savedRoutes, withSavedCard } from './saved.ts'

/** How long an answer of the card platform is kept in memory while the database is unavailable, milliseconds. */
const LONGEST_AWAY_MS = 10 * 60_000

/** The widget's own routes: what a buyer does, on a request or on an order. */
export function widgetRoutes(exchange: Viewing): Handlers['widget'] {
  const { mode, random, cell, clock, deposits, payout, screening, oracles, catalogue, rates, baseUrl } =
    exchange
  const now = () => clock.now()
  const verificationUrl = verificationUrlAt(baseUrl)
  const deps = {
    mode,
    random,
    cell,
    now,
    card: savingCards(exchange, savedCardStore(storeDepsOf(exchange))),
    deposits,
    payout,
    screening,
    oracles,
    catalogue,
    rates,
    verificationUrl,
    orderUrl: openedOrderUrl(exchange),
    fence: chargeFence(exchange),
    untilStored: <Result>(work: () => Promise<Result>) => retryUntilAvailable(LONGEST_AWAY_MS, work),
  }
  const codes = mailedCodes(exchange)
  const codesWithoutMail = mailedCodes({ ...exchange, mail: unavailableMail(exchange) })
  const devices = rememberedDevices(exchange)

  /** What a tester sets a fault for. */
  const faultyId = ({ request, order }: Opened) => request?.id ?? order?.requestId ?? order?.id ?? ''
  /** Whether a tester has set a fault for an order of a sandbox. */
  const isFaulty = (opened: Opened, part: 'mail' | 'cards') =>
    exchange.faults?.has(faultyId(opened), part) === true
  /** The deps with the prices that a tester has set for an order. */
  const pricedFor = (opened: Opened) => {
    if (opened.order === null) return deps
    const payin = opened.order.quote.payin.currency
    return { ...deps, rates: ratesFor(exchange, { id: faultyId(opened), payin }) }
  }
  const codesFor = (opened: Opened) => (isFaulty(opened, 'mail') ? codesWithoutMail : codes)

  /** The refusal of an expired price, with the current quote. */
  async function atToday(
    stores: Stores,
    opened: Opened,
    buyer: Client,
    { storedQuote, mayBeFirst }: QuoteExpired,
  ): Promise<Refusal> {
    const again = {
      ...termsOf(storedQuote.quote),
      coupon: storedQuote.coupon ?? undefined,
      freeFirst: mayBeFirst,
    }
    const quote = await widgetQuote(exchange, stores, { opened, buyer, asked: again })
    const detail = 'The price has changed; no order was placed. Look at the new one'
    return new Refusal('quote_expired', detail, { extra: { quote } })
  }

  return {
    view: ({ opened, buyer, stores }) => openView(exchange, stores, opened, buyer),

    async status({ opened, buyer, query, stores }) {
      const status = await widgetStatus(exchange, stores, opened, buyer)
      return { changed: status.version === query.seen ? null : status }
    },

    quote: ({ opened, buyer, body, stores }) => widgetQuote(exchange, stores, { opened, buyer, asked: body }),

    async address({ opened, body }) {
      const tariff = widgetTariff(catalogue.now(), opened.partner.id, false)
      const currency = currencyOf(body.currency, 'currency')
      const group = chooseGroup(tariff, 'payout', currency, body.payout_group)
      destinationOf(deps, { currency, group }, body)
      if (payoutTraitsOf(group).isOnChain) await checkScreened(deps, body.dst_address)
      return { valid: true }
    },

    async draft({ opened, buyer, body, stores }) {
      const request = requestOf(opened)
      if (request.orderId !== null) throw new Refusal('request_used')
      checkNotEnded(request, now())
      const { dst_address: _address, memo: _memo, ...draft } = body
      await stores.requests.saveDraft(request.id, draft, draftDestination(body, buyer))
      return { saved: true }
    },

    async code({ opened, body, stores, clientIp }) {
      checkOpen(opened, now())
      return codesFor(opened).send(stores, opened, {
        address: body.email,
        language: languageOf(body.locale),
        clientIp,
      })
    },

    async session({ opened, body, browser, userAgent, stores }) {
      checkOpen(opened, now())
      const { remember, ...presented } = body
      const { client, ...session } = await codes.change(stores, opened, { ...presented, browser })
      if (opened.order) await openForClient({ ...pricedFor(opened), ...stores }, opened.order.id)
      if (!remember) return session
      return { ...session, device_key: await devices.remember(stores, client, userAgent) }
    },

    async deviceSession({ opened, body, stores }) {
      checkOpen(opened, now())
      return devices.signIn(stores, opened, body.device_key)
    },

    async endSession({ session, stores }) {
      if (session !== undefined) await stores.sessions.end(session)
      return { ended: 1 }
    },

    ...savedRoutes,
    ...passkeyRoutes(exchange, (opened) => checkOpen(opened, now())),

    async payer({ opened, buyer, signIn, body, stores }) {
      checkOpen(opened, now())
      if (buyer.payer !== null) checkConfirmed(signIn)
      checkCountry(catalogue.now().countries, body.country, paysByCard(opened), ['country'])
      checkBirthDate(body.birth_date, now())
      const level = await savePayer({ ...deps, ...stores }, { clientId: buyer.id, payer: body })
      const { name: source } = exchange.verification
      // Corrected details may now match the documents, so the provider is asked again.
      if (source !== 'sandbox' && (await stores.reviews.findOpen(buyer.id)) !== undefined)
        await stores.inbox.file({ source, reference: buyer.applicantId })
      const order = opened.order && (await stores.orders.find(opened.order.id))
      const reopened = order ? withOrder(opened, order) : opened
      return widgetStatus(exchange, stores, reopened, { ...buyer, level, payer: body })
    },

    async place({ opened, buyer, signIn, body, stores, clientIp }) {
      const request = requestOf(opened)
      const partner = opened.partner
      const input = { request, partner, client: buyer, isConfirmed: isConfirmed(signIn), clientIp }
      const { quote_id: quoteId, dst_address, memo } = body
      try {
        const order = await placeForBuyer({ ...deps, ...stores }, { ...input, quoteId, dst_address, memo })
        return await widgetStatus(exchange, stores, withOrder(opened, order), buyer)
      } catch (error) {
        if (error instanceof QuoteExpired) throw await atToday(stores, opened, buyer, error)
        const first = isUsed(error) ? await orderPlacedFirst(stores, request, buyer) : undefined
        if (!first) throw error
        return widgetStatus(exchange, stores, withOrder(opened, first), buyer)
      }
    },

    async refundCode({ opened, buyer, body, stores, clientIp }) {
      checkAsksRefundAddress(orderOf(opened))
      return codesFor(opened).send(stores, opened, {
        address: buyer.email,
        language: languageOf(body.locale),
        clientIp,
        purpose: 'refund',
      })
    },

    async price({ opened, buyer, body, stores }) {
      const { id, clientId } = orderOf(opened)
      if (clientId !== buyer.id) throw new Refusal('order_unknown')
      const order = await answerPrice({ ...pricedFor(opened), ...stores }, id, body.answer)
      return widgetStatus(exchange, stores, withOrder(opened, order), buyer)
    },

    async refundAddress({ opened, buyer, body, browser, stores }) {
      const order = orderOf(opened)
      checkAsksRefundAddress(order)
      // This comes before the code is used up, so that a typing error does not cost another mail.
      checkRefundWallet(deps, { order, address: body.address })
      await codes.check(stores, opened, { buyer, code: body.code, browser, purpose: 'refund' })
      const after = await giveRefundAddress({ ...deps, ...stores }, { order, address: body.address })
      return widgetStatus(exchange, stores, withOrder(opened, after), buyer)
    },

    async confirm({ opened, buyer, body, stores }) {
      const { id, clientId } = orderOf(opened)
      if (clientId !== buyer.id) throw new Refusal('order_unknown')
      const order = await confirmOrder({ ...pricedFor(opened), ...stores }, { orderId: id, code: body.code })
      return widgetStatus(exchange, stores, withOrder(opened, order), buyer)
    },

    async fields({ opened, buyer, signIn, body, stores, clientIp }) {
      checkServed(opened.partner)
      if (isFaulty(opened, 'cards')) throw new Refusal('platform_unreachable')
      const { id: orderId } = orderOf(opened)
      if (body.limit_first && (await stopOverLimit({ ...deps, ...stores }, { orderId, clientId: buyer.id })))
        throw new Refusal(
          'order_state',
          'The order is over the limit; no card is asked for before it is raised',
        )
      const ancestors = [new URL(baseUrl).origin, ...ancestorsOf(exchange, opened.partner)]
      const input = {
        order: orderOf(opened),
        client: buyer,
        payerIp: clientIp,
        ancestors,
        locale: body.locale,
      }
      const open = (cardToken: string | null) => openCardForm({ ...deps, ...stores }, { ...input, cardToken })
      const form = await withSavedCard(stores, { buyer, signIn, id: body.saved_card }, open)
      if (exchange.faults?.take(faultyId(opened), 'card_form'))
        await exchange.testCard?.expireForm(form.sessionId)
      return { session_id: form.sessionId, url: form.url }
    },

    async charge({ opened, buyer, body, stores, clientIp }) {
      checkServed(opened.partner)
      const order = await charge(
        { ...pricedFor(opened), ...stores },
        {
          orderId: orderOf(opened).id,
          clientId: buyer.id,
          sessionId: body.session_id,
          payerIp: clientIp,
          returnTo: body.challenge,
        },
      )
      return widgetStatus(exchange, stores, withOrder(opened, order), buyer)
    },
  }
}

/** The wallet that a draft names, if any; it needs a session. @throws Refusal session_invalid */
function draftDestination(draft: Draft, buyer: Client | null): DraftDestination | null {
  const { payout_currency, dst_address, memo } = draft
  if (dst_address === undefined && memo === undefined) return null
  return { clientId: requireBuyer(buyer).id, payout_currency, dst_address, memo }
}

function orderOf({ order }: Opened): Order {
  if (order) return order
  throw new Refusal('order_unknown', 'This request has no order yet')
}

/** Whether the buyer pays by card, as far as this is known before there is an order. */
function paysByCard({ request, order }: Opened): boolean {
  const group = order?.quote.payinGroup ?? request?.fields.payin_group ?? request?.draft?.payin_group
  return group === undefined || traitsOf(group)?.isByCard === true
}

function isUsed(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'request_used'
}

/** The buyer's own order, if a simultaneous copy of the request placed it first. */
async function orderPlacedFirst(
  stores: Stores,
  { id }: WidgetRequest,
  buyer: Client,
): Promise<Order | undefined> {
  const request = await stores.requests.find(id)
  const order = request?.orderId ? await stores.orders.find(request.orderId) : undefined
  return order?.clientId === buyer.id ? order : undefined
}

function checkOpen({ request }: Opened, now: Date): void {
  if (request) checkNotEnded(request, now)
}

/** @throws Refusal request_expired for a request that has ended without an order */
function checkNotEnded(request: WidgetRequest, now: Date): void {
  if (hasEnded(request, now))
    throw new Refusal('request_expired', 'This request has ended; no money moved. Start again at the shop')
}

function withOrder(opened: Opened, order: Order): Opened {
  return opened.kind === 'order'
    ? { ...opened, order }
    : { ...opened, order, request: { ...opened.request, orderId: order.id } }
}
