import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { Bounds, type WidgetQuote } from '@cambio/wire/Quote.ts'
import { widget } from '@cambio/wire/routes/widget.ts'
import type { Ask } from './Choice.ts'
import { failureOf, type Failure } from './Failure.ts'
import { useNow } from './useNow.ts'
import { useWidget } from './Widget.ts'

const debounceMs = 300
/** A new price is fetched this long before the old one runs out. */
const refreshBeforeMs = 4_000
const retryMs = 5_000

export type LiveQuote = {
  /** The last price that came; stale unless `fresh`. */
  readonly quote: WidgetQuote | null
  /** Whether the price answers exactly what is asked now, and still holds. */
  readonly fresh: boolean
  readonly busy: boolean
  readonly failure: Failure | null
  /** What the last answer for this pair said of its bounds, a refusal included. */
  readonly bounds: Bounds | null
  readonly leftMs: number
}

type Answered = { readonly key: string; readonly quote: WidgetQuote }
type Refused = { readonly key: string; readonly failure: Failure }

/** The price of what is asked, while the buyer types: debounced, out-of-order answers dropped, quietly renewed. */
export function useQuote(ask: Ask | null): LiveQuote {
  const { call, clock } = useWidget()
  const key = ask === null ? '' : JSON.stringify(ask)
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const nowMs = useNow(clock, answered !== null)
  const fetchQuote = useEffectEvent((signal: AbortSignal) =>
    ask ? call(widget.quote, ask, signal) : Promise.reject(signal.reason),
  )

  useEffect(() => {
    if (key === '') return
    const over = new AbortController()
    let timer = setTimeout(() => void renew(), debounceMs)
    async function renew(): Promise<void> {
      let nextMs: number | null
      try {
        await untilSeen(over.signal)
        const quote = await fetchQuote(over.signal)
        if (over.signal.aborted) return
        setAnswered({ key, quote })
        setRefused(null)
        nextMs = Math.max(1_000, Date.parse(quote.expires_at) - clock.nowMs() - refreshBeforeMs)
      } catch (thrown) {
        if (over.signal.aborted) return
        const failure = failureOf(thrown)
        setRefused({ key, failure })
        nextMs = failure.passing ? retryMs : null
      }
      if (nextMs !== null) timer = setTimeout(() => void renew(), nextMs)
    }
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [key, clock])

  const quote = answered?.quote ?? null
  const failure = refused?.key === key ? refused.failure : null
  const leftMs = quote ? Date.parse(quote.expires_at) - nowMs : 0
  const fresh = answered?.key === key && failure === null && leftMs > 0
  return {
    quote,
    fresh,
    busy: key !== '' && !fresh && failure === null,
    failure,
    bounds: boundsOf(failure) ?? (quote && ask && samePair(quote, ask) ? quote : null),
    leftMs,
  }
}

/** Waits while nobody looks: a hidden page needs no price. */
function untilSeen(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal })
  })
}

const WithBounds = z.object({ bounds: Bounds })

function boundsOf(failure: Failure | null): Bounds | null {
  return z.safeParse(WithBounds, failure?.problem).data?.bounds ?? null
}

function samePair(quote: WidgetQuote, ask: Ask): boolean {
  return quote.payin_currency === ask.payin_currency && quote.payout_currency === ask.payout_currency
}
