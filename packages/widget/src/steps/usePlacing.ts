import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WidgetQuote } from '@cambio/wire/Quote.ts'
import { widget as routes } from '@cambio/wire/routes/widget.ts'
import { QuoteExpired } from '@cambio/wire/Widget.ts'
import { unitsOf } from '../amountTrouble.ts'
import { askFor } from '../Choice.ts'
import { Failure, failureOf } from '../Failure.ts'
import { useWidget } from '../Widget.ts'

type Placing =
  | { readonly is: 'working' }
  /** The price got worse since the buyer saw it. */
  | { readonly is: 'changed'; readonly quote: WidgetQuote; readonly before: WidgetQuote }
  | { readonly is: 'failed'; readonly failure: Failure }

/** A price that is about to run out is renewed first, rather than refused on arrival. */
const leastLeftMs = 5_000

/**
 * Places the order once, however often the screen asks: the same request again answers the same order. After a
 * reload no price was seen here; then the order shows its price before anything is paid.
 */
export function usePlacing(): {
  placing: Placing
  retry: () => void
  accept: (quote: WidgetQuote) => void
} {
  const { call, clock, choice, view, seen, see, views } = useWidget()
  const [placing, setPlacing] = useState<Placing>({ is: 'working' })
  const running = useRef(false)

  async function freshQuote(): Promise<WidgetQuote> {
    const ask = askFor(choice)
    if (!ask) throw new Failure('amount_required')
    return call(routes.quote, ask)
  }
  async function place(agreed: WidgetQuote | null): Promise<void> {
    let before = agreed
    let quote = agreed && leftMs(agreed) > leastLeftMs ? agreed : await freshQuote()
    for (;;) {
      if (before && isWorse(quote, before)) return setPlacing({ is: 'changed', quote, before })
      try {
        return views.receive(await call(routes.place, placementOf(quote, choice, view)))
      } catch (thrown) {
        const fresh = freshQuoteIn(failureOf(thrown))
        if (!fresh) throw thrown
        before ??= quote
        quote = fresh
      }
    }
  }
  function leftMs(quote: WidgetQuote): number {
    return Date.parse(quote.expires_at) - clock.nowMs()
  }
  function begin(agreed: WidgetQuote | null): void {
    if (running.current) return
    running.current = true
    setPlacing({ is: 'working' })
    place(agreed)
      .catch((thrown: unknown) => {
        const failure = failureOf(thrown)
        setPlacing({ is: 'failed', failure })
        // The order stands already, placed in another tab: the view has it.
        if (failure.code === 'request_used') views.look().catch(() => undefined)
      })
      .finally(() => {
        running.current = false
      })
  }
  const arrive = useEffectEvent(() => begin(seen))
  useEffect(() => arrive(), [])
  return {
    placing,
    retry: () => begin(seen),
    accept: (quote) => {
      see(quote)
      begin(quote)
    },
  }
}

/** The new price that a refusal for an old one carries. */
function freshQuoteIn({ code, problem }: Failure): WidgetQuote | null {
  return code === 'quote_expired' ? (QuoteExpired.safeParse(problem).data?.quote ?? null) : null
}

/** What the buyer may say with the order; what the partner fixed stays on the server. */
function placementOf(
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

/** Whether a price takes more or gives less than another one for the same wish. */
export function isWorse(quote: WidgetQuote, before: WidgetQuote): boolean {
  return (
    unitsOf(quote.payin_amount) > unitsOf(before.payin_amount) ||
    unitsOf(quote.payout_amount) < unitsOf(before.payout_amount)
  )
}
