import { contract } from '@cambio/wire/http/contract.ts'
import { pathOf } from '@cambio/wire/http/pathOf.ts'
import type { Route } from '@cambio/wire/http/route.ts'
import { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import { CreatedRequest, type CreateRequest } from '@cambio/wire/widget/WidgetRequest.ts'
import { CodeSent, Session } from '@cambio/wire/widget/WidgetRequests.ts'
import { addresses } from './addresses.ts'
import { jane, wallet } from './Widget.ts'

/** A request of the shop's with an order that waits for its buyer's money. */
export type BegunPurchase = { readonly requestId: string; readonly email: string }

/** What is bought, as the widget asks for its price. */
export type Choice = typeof etherByCard

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
  wish: Partial<Choice> = {},
  fixed: Fixed = {},
): Promise<BegunPurchase> {
  const choice = { ...etherByCard, ...wish }
  const defaults = Object.fromEntries(
    Object.entries(choice).map(([name, value]) => [`${name}_default`, value]),
  )
  const { request_id: requestId } = CreatedRequest.parse(
    await answerOf(`${addresses.shop}/orders`, { method: 'POST', body: { ...defaults, ...fixed } }),
  )
  const { code, session, payer, quote, place } = contract.widget
  const call = (route: Route, body: object, token?: string) =>
    answerOf(addresses.exchange + pathOf(route, { entry: requestId }), { method: route.method, body, token })

  const { sandbox_code } = CodeSent.parse(await call(code, { email }))
  const { session: token } = Session.parse(await call(session, { email, code: sandbox_code }))
  await call(payer, details, token)
  const { quote_id } = WidgetQuote.parse(await call(quote, choice, token))
  await call(place, { quote_id, dst_address: wallet }, token)
  return { requestId, email }
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
