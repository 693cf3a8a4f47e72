import type { CardRail, FieldsState } from '@cambio/exchange/payin/card/CardRail.ts'
import { PaymentWallet } from '@cambio/wire/Group.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { format } from '@cambio/wire/Money.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { FieldsSession, FieldsSessionRequest, FieldsSessionState } from '@cambio/wire/widget/FieldsSession.ts'
import * as z from 'zod/mini'
import { call, Unanswered } from '../call.ts'
import type { MerchantAccount } from './MerchantAccount.ts'

/** Opens a hosted card form for a page of the exchange. @throws Refusal platform_unreachable */
export async function openFields(
  merchant: MerchantAccount,
  { ancestors, locale, cardToken, amount }: Parameters<CardRail['openFields']>[0],
  limit: AbortSignal,
): ReturnType<CardRail['openFields']> {
  const own = new URL(merchant.baseUrl).origin
  const body = JSON.stringify({
    client_key: merchant.clientKey,
    parent_origin: own,
    ancestors: [own, ...ancestors.filter((origin) => origin !== own)],
    ...(locale === undefined ? {} : { locale }),
    ...(cardToken === null ? { req_token: 'Y' } : { card_token: cardToken }),
    order_amount: format(amount),
    order_currency: amount.currency,
  } satisfies FieldsSessionRequest)
  const url = `${merchant.paymentUrl}/fields/sessions`
  const headers = { 'Content-Type': 'application/json', ...signed(merchant, url, body) }
  const { status, json } = await call(merchant.fetch, url, { method: 'POST', headers, body }, limit).catch(
    unreachable,
  )
  if (status === 401) merchant.passwordRefused?.()
  if (cardToken !== null && isTokenRefusal(json)) return 'token_refused'
  const session = z.safeParse(FieldsSession, json)
  if (status >= 300 || !session.success) return unreachable(unreadable('No card form can be opened', status))
  return { sessionId: session.data.session_id, url: session.data.url }
}

/** Whether the platform does not know this saved card, or the card has expired. */
function isTokenRefusal(json: unknown): boolean {
  const code = z.safeParse(z.object({ error_code: z.number() }), json).data?.error_code ?? 0
  return tokenRefusals.has(code)
}

/** The protocol's numbers for a token that is invalid, expired or not accessible. */
const tokenRefusals: ReadonlySet<number> = new Set([205005, 205006, 205007])

/** The state of a form, as far as code outside the card rail may know it. @throws Refusal platform_unreachable */
export async function fields(
  merchant: MerchantAccount,
  sessionId: string,
  limit: AbortSignal,
): Promise<FieldsState> {
  const session = await readSession(merchant, sessionId, limit).catch(unreachable)
  if (session.state === 'open') return { is: 'open' }
  if (session.state !== 'complete') return { is: 'ended' }
  return { is: 'complete', card: session.card, fingerprint: session.fingerprint }
}

/** A form as the merchant may read it. `complete` comes with the token that charges the card once. */
export type Session =
  | { readonly state: 'open' | 'used' | 'ended' }
  | (Pick<Complete, 'card' | 'fingerprint'> & { readonly state: 'complete'; readonly cardToken: string })

type Complete = Extract<FieldsState, { is: 'complete' }>

/** @throws Unanswered */
export async function readSession(
  merchant: MerchantAccount,
  sessionId: string,
  limit: AbortSignal,
): Promise<Session> {
  const url = `${merchant.paymentUrl}/fields/sessions/${encodeURIComponent(sessionId)}`
  const { status, json } = await call(merchant.fetch, url, { headers: signed(merchant, url, '') }, limit)
  if (status === 401) merchant.passwordRefused?.()
  if (status === 404 || status === 410) return { state: 'ended' }
  const read = z.safeParse(FieldsSessionState, json)
  if (status >= 300 || !read.success) throw unreadable('The card form’s state cannot be read', status)
  const { state, card_token: cardToken, card: mask } = read.data
  if (state !== 'complete') return { state: state === 'expired' ? 'ended' : state }
  if (cardToken === undefined || mask === undefined) throw new Unanswered('The card form came without a card')
  const card = {
    mask,
    brand: read.data.card_brand ?? null,
    issuerCountry: read.data.issuer_country ?? null,
    wallet: z.safeParse(PaymentWallet, read.data.wallet).data ?? null,
  }
  return { state, cardToken, card, fingerprint: read.data.card_fingerprint ?? null }
}

function signed({ clientKey, password }: MerchantAccount, url: string, body: string) {
  return {
    'API-Key': clientKey,
    'API-Signature': signRequest(password, new URL(url).pathname, body),
  }
}

/**
 * The error for an answer that does not fit the request. Where the platform does not know us, it names the settings to
 * check.
 */
function unreadable(what: string, status: number): Unanswered {
  const why = status === 401 ? ': check MERCHANT_KEY and MERCHANT_PASSWORD' : ''
  return new Unanswered(`${what} (status ${status})${why}`)
}

function unreachable(error: unknown): never {
  if (error instanceof Unanswered) throw new Refusal('platform_unreachable', undefined, { cause: error })
  throw error
}
