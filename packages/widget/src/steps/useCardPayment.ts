import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { FromFrame } from '@cambio/wire/CardFrame.ts'
import { widget as routes } from '@cambio/wire/routes/widget.ts'
import type { WidgetOrder } from '@cambio/wire/Widget.ts'
import { failureOf, type Failure } from '../Failure.ts'
import { keepLooking } from '../keepLooking.ts'
import type { PlainKey } from '../text.ts'
import { useWidget } from '../Widget.ts'

type Fields = { readonly session_id: string; readonly url: string }
type FrameFailure = Extract<FromFrame, { kind: 'failed' }>['code']

const frameWords = {
  invalid: 'card.frame.invalid',
  expired: 'card.frame.expired',
  used: 'card.frame.used',
  unreachable: 'card.frame.unreachable',
} as const satisfies Record<FrameFailure, PlainKey>

export type CardPayment = {
  /** The card form in use; null until one is open. */
  readonly fields: Fields | null
  readonly submitRef: RefObject<(() => void) | null>
  readonly busy: boolean
  readonly failure: Failure | null
  /** A word that is not a failure of a call: from the card form, or on a payment whose end is not known. */
  readonly word: PlainKey | null
  readonly pay: () => void
  readonly retry: () => void
  readonly reopen: () => void
  readonly onDone: () => void
  readonly onFailed: (code: FrameFailure) => void
}

/**
 * One card payment: opens a card form, has it hand the card in, then charges. A card that was handed in stays handed
 * in, so a charge that did not get through is asked for again without typing. A charge that was not plainly refused
 * may have been made: it is looked up until that is known, and nothing can be paid meanwhile.
 */
export function useCardPayment(order: WidgetOrder): CardPayment {
  const { call, host, writing, views, go, underWay } = useWidget()
  const [fields, setFields] = useState<Fields | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [word, setWord] = useState<PlainKey | null>(null)
  const handedIn = useRef(false)
  const opening = useRef(false)
  const gone = useRef(new AbortController())
  const submitRef = useRef<(() => void) | null>(null)
  const attempts = order.attempt?.number ?? 0

  const settle = useCallback(
    (thrown: unknown) => {
      const failure = failureOf(thrown)
      setFailure(failure)
      if (failure.code === 'order_state' || failure.code === 'attempt_open')
        views.look().catch(() => undefined)
    },
    [views],
  )
  const open = useCallback(() => {
    if (opening.current) return
    opening.current = true
    handedIn.current = false
    setFields(null)
    call(routes.fields, { locale: writing.tag })
      .then(setFields, settle)
      .finally(() => {
        opening.current = false
      })
  }, [call, writing.tag, settle])
  const first = useRef(open)
  useEffect(() => first.current(), [])
  useEffect(() => {
    const here = new AbortController()
    gone.current = here
    return () => here.abort()
  }, [])
  useEffect(() => {
    underWay(busy)
    return () => underWay(false)
  }, [busy, underWay])

  const charge = async ({ session_id }: Fields) => {
    try {
      const view = await call(routes.charge, { session_id, challenge: host.framed ? 'frame' : 'top' })
      go(null)
      views.receive(view)
      const bank = view.order?.attempt?.challenge_url
      if (!host.framed && bank) window.location.assign(bank)
    } catch (thrown) {
      const failure = failureOf(thrown)
      const { code } = failure
      if (failure.unsure) await lookUp(failure)
      else settle(failure)
      if (code === 'card_session_over' || code === 'card_incomplete') open()
    } finally {
      setBusy(false)
    }
  }
  /** The answer was lost: the order tells whether the charge arrived, as soon as it can be looked at. */
  const lookUp = async ({ code }: Failure) => {
    setWord('card.unknown')
    host.tell({ kind: 'error', code, money_moved: 'checking' })
    const seen = await keepLooking(views, gone.current.signal)
    if (!seen?.order) return
    if ((seen.order.attempt?.number ?? 0) > attempts) go(null)
    else setWord('card.notSent')
  }

  const clear = () => {
    setFailure(null)
    setWord(null)
  }
  const pay = () => {
    if (!fields || busy) return
    clear()
    setBusy(true)
    if (handedIn.current) void charge(fields)
    else submitRef.current?.()
  }
  return {
    fields,
    submitRef,
    busy,
    failure,
    word,
    pay,
    retry: () => {
      clear()
      if (fields) pay()
      else open()
    },
    reopen: () => {
      clear()
      open()
    },
    onDone: () => {
      if (!fields) return
      handedIn.current = true
      setBusy(true)
      void charge(fields)
    },
    onFailed: (code) => {
      setBusy(false)
      setWord(frameWords[code])
      if (code === 'expired') open()
      if (code === 'used') views.look().catch(() => undefined)
    },
  }
}
