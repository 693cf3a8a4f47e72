import { contract } from '@cambio/wire/http/contract.ts'
import { pathOf } from '@cambio/wire/http/pathOf.ts'
import type { Route } from '@cambio/wire/http/route.ts'
import { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import { CreatedRequest, type CreateRequest } from '@cambio/wire/widget/WidgetRequest.ts'
import { CodeSent, Session } from '@cambio/wire/widget/WidgetRequests.ts'
import { addresses } from './addresses.ts'
import { freshEmail, jane, wallet } from './Widget.ts'

/** A request of the shop's with an order that waits for its buyer's money. */
export type BegunPurchase = { readonly requestId: string; readonly email: string }

/** What is bought, as the widget asks for its price. */
export type Choice = typeof etherByCard

/** A choice as a shop hands it over: the buyer may change each of it. */
export function defaultsOf(wish: Partial<Choice>): CreateRequest {
  const choice = Object.entries({ ...etherByCard, ...wish })
  return Object.fromEntries(choice.map(([name, value]) => [`${name}_default`, value]))
}

/** What the partner settles beside it. */
export type Fixed = Pick<CreateRequest, 'challenge' | 'theme'>

const etherByCard = {
  payin_amount: '100',
  payin_currency: 'EUR',
  payin_group: 'card',
  payout_currency: 'ETH',
  payout_group: 'crypto',
}

/**
 * Begins a purchase over HTTP, with the calls of the shop's page and of the widget: coins to `wallet`, 100 EUR of
 * ether by card unless the wish says otherwise. For tests of what comes after: in the browser they do no more than a
 * buyer who comes back to pay.
 */
export async function beginPurchase(
  email: string,
  { coupon, ...wish }: Partial<Choice> & { readonly coupon?: string } = {},
  fixed: Fixed = {},
): Promise<BegunPurchase> {
  const { requestId, call } = await giveDetails(email, { ...defaultsOf(wish), ...fixed })
  const { quote, place } = contract.widget
  const { quote_id } = WidgetQuote.parse(await call(quote, { ...etherByCard, ...wish, coupon }))
  await call(place, { quote_id, dst_address: wallet })
  return { requestId, email }
}

/** The e-mail of a buyer who was here before, so that the exchange knows their details. */
export async function knownBuyer(): Promise<string> {
  const email = freshEmail()
  await giveDetails(email, defaultsOf({}))
  return email
}

/** Opens a request and goes as far in it as the buyer's details. @returns how to go on as this buyer */
async function giveDetails(
  email: string,
  fields: CreateRequest,
): Promise<{ requestId: string; call: (route: Route, body: object) => Promise<unknown> }> {
  const { request_id: requestId } = CreatedRequest.parse(
    await answerOf(`${addresses.shop}/orders`, { method: 'POST', body: fields }),
  )
  const { code, session, payer } = contract.widget
  const callBy = (token: string | undefined) => (route: Route, body: object) =>
    answerOf(addresses.exchange + pathOf(route, { entry: requestId }), { method: route.method, body, token })

  const { sandbox_code } = CodeSent.parse(await callBy(undefined)(code, { email }))
  const { session: token } = Session.parse(await callBy(undefined)(session, { email, code: sandbox_code }))
  const call = callBy(token)
  await call(payer, details)
  return { requestId, call }
}

const details = {
  first_name: jane['First name'],
  last_name: jane['Last name'],
  birth_date: jane['Date of birth'],
  country: jane.Country,
  state: jane['State or region'],
  city: jane.City,
  address: jane.Address,
  postal_code: jane['Postal code'],
  phone: jane.Phone,
}

type Sending = { readonly method: string; readonly body: object; readonly token?: string | undefined }

async function answerOf(url: string, { method, body, token }: Sending): Promise<unknown> {
  const headers = {
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}
