import type { FromFrame } from '@cambio/wire/widget/CardFrame.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { failureOf, type Failure, type FailureCode } from '../api/Failure.ts'
import { laterRoutes as routes } from '../api/laterRoutes.ts'
import { bankInWindow } from '../frame/bankInWindow.ts'
import { challengePlace } from '../frame/challengePlace.ts'
import type { PlainKey } from '../text.ts'
import { useWidget } from '../Widget.ts'
import { useCardForm, type Fields } from './useCardForm.ts'
import { useLookUp } from './useLookUp.ts'

type FrameFailure = Extract<FromFrame, { kind: 'failed' }>['code']

const frameWords = {
  invalid: 'card.frame.invalid',
  expired: 'card.frame.expired',
  used: 'card.frame.used',
  // The card form itself reports that nothing could be sent.
  unreachable: null,
} as const satisfies Record<FrameFailure, PlainKey | null>

/** Refusals of a charge after which the order has a new price. */
const repriced: ReadonlySet<FailureCode> = new Set(['quote_expired', 'coupon_invalid'])

export type CardPayment = {
  /** The card form in use; null until one is open. */
  readonly fields: Fields | null
  readonly submitRef: RefObject<(() => void) | null>
  readonly busy: boolean
  readonly failure: Failure | null
  /** A message that is not a failure of a call: from the card form, or about a payment whose result is unknown. */
  readonly word: PlainKey | null
  /** Whether the card form reports that the service cannot be reached. */
  readonly isToldInForm: boolean
  readonly pay: () => void
  readonly retry: () => void
  readonly reopen: () => void
  readonly onDone: () => void
  readonly onFailed: (code: FrameFailure) => void
}

/**
 * One card payment: opens a card form, has it submit the card, then charges. A submitted card stays submitted, so a
 * charge that did not get through is repeated without typing. A charge that was not clearly refused may have been made:
 * its result is requested until it is known, and no other payment is possible meanwhile. A changed price also has to be
 * on the screen first.
 */
export function useCardPayment(order: WidgetOrder, savedCard: string | null | undefined): CardPayment {
  const { call, host, session, view, views, go, underWay } = useWidget()
  const place = challengePlace({ host, view }, window.location.href)
  const { fields, failure, open } = useCardForm(savedCard)
  const lookUp = useLookUp()
  const [busy, setBusy] = useState(false)
  const [word, setWord] = useState<PlainKey | null>(null)
  const [isToldInForm, setToldInForm] = useState(false)
  const handedIn = useRef<Fields | null>(null)
  const submitRef = useRef<(() => void) | null>(null)
  const hasLeft = useHasLeft()
  const attempts = order.attempt?.number ?? 0
  useEffect(() => {
    underWay(busy)
    return () => underWay(false)
  }, [busy, underWay])

  /** Whether no payment was made since, as soon as the order can be read. If one was made, its screen is shown. */
  async function isUnpaid(): Promise<boolean> {
    const { order: now } = await lookUp()
    if (!now) return false
    const isMade = (now.attempt?.number ?? 0) > attempts
    if (isMade) go(null)
    return !isMade
  }
  /** The answer was lost: the order shows whether the charge arrived. */
  async function findOut({ code }: Failure): Promise<void> {
    setWord('card.unknown')
    host.send({ kind: 'error', code, money_moved: 'checking' })
    if (await isUnpaid()) setWord('card.notSent')
  }
  /** The order has a new price: the buyer sees it before the card can be charged. */
  async function showPrice(): Promise<void> {
    setWord('card.repriced')
    await lookUp()
    setWord(null)
  }
  const charge = useMutation({
    mutationFn: async ({ session_id }: Fields) => {
      try {
        const answered = await call(routes.charge, {
          session_id,
          challenge: place === 'top' ? 'top' : 'frame',
        })
        const now = hasLeft() ? await views.receive(answered) : answered
        if (!hasLeft()) {
          go(null)
          views.amend(now)
        }
        const bank = now.order?.attempt?.challenge_url
        // If the browser does not let a frame navigate the window by itself, the next step has a link that may.
        if (place === 'top' && bank) window.open(bankInWindow(bank, { host, session }), '_top')
      } catch (thrown) {
        if (hasLeft()) return views.refresh()
        const failure = failureOf(thrown)
        if (failure.unsure) return findOut(failure)
        if (repriced.has(failure.code)) await showPrice()
        throw failure
      }
    },
    onError: (thrown) => {
      const { code, overtaken } = failureOf(thrown)
      if (overtaken) views.refresh()
      if (code === 'coupon_invalid') setWord('card.coupon')
      if (code === 'card_session_over' || code === 'card_incomplete') open()
    },
    onSettled: () => setBusy(false),
  })
  /** The form accepted a card that this page does not know. If none was charged, the buyer needs another form. */
  const leaveUsed = useMutation({
    mutationFn: async () => {
      if (!(await isUnpaid())) return
      open()
      setWord('card.frame.anew')
    },
    onSettled: () => setBusy(false),
  })

  const clear = () => {
    charge.reset()
    setWord(null)
    setToldInForm(false)
  }
  const pay = () => {
    if (!fields || busy) return
    clear()
    setBusy(true)
    if (handedIn.current === fields) charge.mutate(fields)
    else submitRef.current?.()
  }
  return {
    fields,
    submitRef,
    busy,
    failure: charge.error ? plainFailure(failureOf(charge.error)) : failure,
    word,
    isToldInForm,
    pay,
    retry: () => {
      clear()
      if (fields) pay()
      else open()
    },
    reopen: () => {
      clear()
      setBusy(false)
      open()
    },
    onDone: () => {
      if (!fields) return
      handedIn.current = fields
      setBusy(true)
      charge.mutate(fields)
    },
    onFailed: (code) => {
      setBusy(code === 'used')
      setWord(frameWords[code])
      setToldInForm(code === 'unreachable')
      if (code === 'expired') open()
      if (code === 'used') leaveUsed.mutate()
    },
  }
}

/**
 * Whether the buyer is on another screen by now: an event may show the charge's result before its own answer arrives. They may be entering another card then, and the late answer must neither interrupt them nor hide anything
 * newer.
 */
function useHasLeft(): () => boolean {
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return () => left.current
}

/**
 * A coupon that is used up when its order is paid has its own message: there is no field any more to remove it from.
 */
function plainFailure(failure: Failure): Failure | null {
  return failure.code === 'coupon_invalid' ? null : failure
}
