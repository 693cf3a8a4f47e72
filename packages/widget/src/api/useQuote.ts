import type { Bounds, WidgetQuote } from '@cambio/wire/order/Quote.ts'
import { hashKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QuoteRequest } from '../Choice.ts'
import { useNow } from '../useNow.ts'
import { useWidget } from '../Widget.ts'
import { failureOf, type Failure } from './Failure.ts'
import { WithBounds } from './openingRoutes.ts'
import { quoteQuery } from './quoteQuery.ts'

export type LiveQuote = {
  /** The last price received; stale unless `fresh`. */
  readonly quote: WidgetQuote | null
  /** Whether the price is for exactly the current request, and still valid. */
  readonly fresh: boolean
  readonly busy: boolean
  readonly failure: Failure | null
  /** The bounds in the last answer for this pair, also in a refusal. */
  readonly bounds: Bounds | null
  readonly leftMs: number
}

/** The live price of the current request. The one before stays visible, as stale, until the next arrives. */
export function useQuote(request: QuoteRequest | null): LiveQuote {
  const widget = useWidget()
  const asked = hashKey([request])
  const [firstAsked] = useState(asked)
  const { data, error, failureReason, isPlaceholderData } = useQuery(
    // The buyer has not typed the initial values of a screen.
    quoteQuery(widget, request, asked === firstAsked ? 0 : undefined),
  )
  const quote = data?.quote ?? null
  const nowMs = useNow(widget.clock, quote !== null)
  const thrown = request && (error ?? failureReason)
  const failure = thrown && failureOf(thrown)
  const leftMs = quote ? Date.parse(quote.expires_at) - nowMs : 0
  const fresh = request !== null && quote !== null && !isPlaceholderData && failure === null && leftMs > 0
  return {
    quote,
    fresh,
    busy: request !== null && !fresh && failure === null,
    failure,
    bounds: boundsOf(failure) ?? (quote && request && samePair(quote, request) ? quote : null),
    leftMs,
  }
}

function boundsOf(failure: Failure | null): Bounds | null {
  return WithBounds.safeParse(failure?.problem).data?.bounds ?? null
}

function samePair(quote: WidgetQuote, request: QuoteRequest): boolean {
  return quote.payin_currency === request.payin_currency && quote.payout_currency === request.payout_currency
}
