import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import { useEffect, useEffectEvent } from 'react'
import { unitsOf } from '../amount/amountTrouble.ts'
import { Failure, failureOf } from '../api/Failure.ts'
import { laterRoutes, WithQuote } from '../api/laterRoutes.ts'
import { openingRoutes } from '../api/openingRoutes.ts'
import { quoteRequestOf } from '../Choice.ts'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'

/** The price got worse since the buyer saw it. */
type Changed = { readonly is: 'changed'; readonly quote: WidgetQuote; readonly before: WidgetQuote }
type Placing = { readonly is: 'working' } | Changed | { readonly is: 'failed'; readonly failure: Failure }

/** A price that is about to expire is renewed first, instead of being refused on arrival. */
const leastLeftMs = 5_000

/**
 * Places the order once, however often the screen asks: a repeated request returns the same order, and a lost answer is
 * looked up. After a reload no price was seen here; then the order shows its price before anything is paid.
 */
export function usePlacing(): {
  placing: Placing
  retry: () => void
  accept: (quote: WidgetQuote) => void
} {
  const { call, clock, choice, view, agreedQuote, agreeTo, views, session, typed } = useWidget()

  const toleranceBps = BigInt(view.fixed['price_tolerance_bps'] ?? 0)
  async function freshQuote(signal: AbortSignal): Promise<WidgetQuote> {
    const request = quoteRequestOf(choice)
    if (!request) throw new Failure('amount_required')
    return call(openingRoutes.quote, request, signal)
  }
  /** @returns the price to ask the buyer about; null once the order is placed */
  async function place(signal: AbortSignal, agreed: WidgetQuote | null): Promise<Changed | null> {
    let before = agreed
    let quote = agreed && leftMs(agreed) > leastLeftMs ? agreed : await freshQuote(signal)
    for (;;) {
      if (before && isWorse(quote, before, toleranceBps)) return { is: 'changed', quote, before }
      // Nothing is placed for a buyer who went back. A request that was sent is waited for, since the order may exist.
      signal.throwIfAborted()
      try {
        views.amend(await call(laterRoutes.place, placementOf(quote, choice, view)))
        return null
      } catch (thrown) {
        const failure = failureOf(thrown)
        const fresh = freshQuoteIn(failure)
        // A remembered device does not replace the code for a new wallet: the step before asks for it.
        if (failure.code === 'code_required') {
          typed.write({ confirms: 'wallet' })
          session.close()
        }
        // The order may exist already, placed by this call or in another tab: then the view shows it.
        if (!fresh && (failure.unsure || failure.overtaken)) views.refresh()
        if (!fresh) throw failure
        before ??= quote
        quote = fresh
      }
    }
  }
  function leftMs(quote: WidgetQuote): number {
    return Date.parse(quote.expires_at) - clock.nowMs()
  }
  const { run, answer, failure } = useAct(place)
  const arrive = useEffectEvent(() => run(agreedQuote))
  useEffect(() => arrive(), [])
  return {
    placing: failure ? { is: 'failed', failure } : (answer ?? { is: 'working' }),
    retry: () => run(agreedQuote),
    accept: (quote) => {
      agreeTo(quote)
      run(quote)
    },
  }
}

/** The new price in the refusal of an old one. */
function freshQuoteIn({ code, problem }: Failure): WidgetQuote | null {
  return code === 'quote_expired' ? (WithQuote.safeParse(problem).data?.quote ?? null) : null
}

/** What the buyer may choose for the order; what the partner fixed stays on the server. */
export function placementOf(
  quote: WidgetQuote,
  choice: { dst_address: string; memo: string },
  { fixed }: { fixed: Readonly<Record<string, string>> },
) {
  return {
    quote_id: quote.quote_id,
    ...(choice.dst_address === '' || fixed['dst_address'] !== undefined
      ? {}
      : { dst_address: choice.dst_address }),
    ...(choice.memo === '' ? {} : { memo: choice.memo }),
  }
}

/** Whether a price costs more or pays less than another one for the same choice, by more than some basis points. */
export function isWorse(quote: WidgetQuote, before: WidgetQuote, toleranceBps = 0n): boolean {
  const units = (amount: string, bps = 0n) => unitsOf(amount) * (10_000n + bps)
  return (
    units(quote.payin_amount) > units(before.payin_amount, toleranceBps) ||
    units(quote.payout_amount) < units(before.payout_amount, -toleranceBps)
  )
}
