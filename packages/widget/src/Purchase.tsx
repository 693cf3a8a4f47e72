import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import type { Step } from '@cambio/wire/widget/Frame.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { saveDraft } from './api/saveDraft.ts'
import { useOrderChanges } from './api/useOrderChanges.ts'
import { startingChoice, typedOf, withTyped, type Choice } from './Choice.ts'
import { hasDeviceKey } from './device/deviceKey.ts'
import { Closing } from './parts/Closing.tsx'
import { LaterStep } from './parts/LaterStep.tsx'
import { laterSteps } from './parts/laterSteps.ts'
import { StepBoundary } from './parts/StepBoundary.tsx'
import { payinTraits } from './payin/payinTraits.ts'
import { Shell } from './Shell.tsx'
import { hasOrder, isWithdrawal, stepOf } from './steps.ts'
import { AmountStep } from './steps/AmountStep.tsx'
import { WidgetContext, type Deps, type Widget } from './Widget.ts'

/** One purchase: the view and the buyer's own navigation decide the step, and the step decides the screen. */
export function Purchase({
  deps,
  view,
  writing,
  outdated,
}: Pick<Widget, 'view' | 'writing' | 'outdated'> & { deps: Deps }) {
  const [at, setAt] = useState<Step | 'device' | null>(() =>
    hasDeviceKey(view.partner.name) ? 'device' : null,
  )
  const [choice, setChoice] = useState<Choice>(() =>
    startingChoice(withTyped(view, deps.typed.read()), deps.destination.read()),
  )
  const [agreedQuote, setAgreedQuote] = useState<WidgetQuote | null>(null)
  const [busy, setBusy] = useState(false)
  const destination = deps.destination.read()
  const step = stepOf(
    view,
    at === 'device' ? null : at,
    destination?.payout_currency === choice.payout_currency ? destination : undefined,
  )
  // Another card is asked for once: the result of paying with it is shown before the next.
  if (at === 'card' && (step === 'status' || step === 'challenge')) setAt(null)
  useDraftDestination(view, choice, setChoice)
  useDraftBalance(view, choice, () => setChoice(startingChoice(view, destination)))
  useNews(deps, view, step)
  useOrderChanges(deps, view)
  useTyped(deps, view, choice)
  usePreload()

  const underWay = useCallback((value: boolean) => setBusy(value), [])
  const widget = useMemo<Widget>(
    () => ({
      ...deps,
      view,
      step,
      writing,
      outdated,
      choice,
      choose: setChoice,
      agreedQuote,
      agreeTo: setAgreedQuote,
      go: setAt,
      underWay,
    }),
    [deps, view, step, writing, outdated, choice, agreedQuote, underWay],
  )
  useKeptOnceKnown(widget)
  const over = view.state === 'expired' && !hasOrder(view)
  return (
    <WidgetContext value={widget}>
      <Shell>
        {/* It ends together with the step, whose heading takes the focus once no question stands before it. */}
        <Closing underWay={step === 'challenge' || (step === 'card' && busy)} />
        <StepBoundary key={over ? 'over' : step}>
          {at === 'device' ? (
            <LaterStep step="device" />
          ) : over ? (
            <LaterStep step="expired" />
          ) : step === 'amount' ? (
            isWithdrawal(view) ? (
              <LaterStep step="withdraw" />
            ) : (
              <AmountStep />
            )
          ) : (
            <LaterStep step={step} />
          )}
        </StepBoundary>
      </Shell>
    </WidgetContext>
  )
}

/**
 * Copies the address of the draft into the choice when it arrives. The server sends it only to the buyer's session, so
 * it may arrive after the choice was started, together with the step that places the order: it is copied before that
 * step is shown. It is copied once, so that a buyer may clear the field.
 */
function useDraftDestination(view: WidgetView, choice: Choice, choose: (choice: Choice) => void): void {
  const { dst_address = '', memo = '' } = view.draft ?? {}
  const [arrived, setArrived] = useState(dst_address)
  if (dst_address === arrived) return
  setArrived(dst_address)
  const payout_currency = view.fixed['payout_currency'] ?? view.draft?.payout_currency
  if (choice.dst_address === '' && payout_currency === choice.payout_currency)
    choose({ ...choice, dst_address, memo })
}

/**
 * Starts the choice again once its buyer is known, if the partner or the draft says that they pay from a balance, which
 * was not offered before. What they have chosen since then stays.
 */
function useDraftBalance(view: WidgetView, choice: Choice, startAnew: () => void): void {
  const [startedAs] = useState(choice)
  const [wasKnown, setWasKnown] = useState(view.buyer !== null)
  const isKnown = view.buyer !== null
  if (isKnown === wasKnown) return
  setWasKnown(isKnown)
  const wanted = view.fixed['payin_group'] ?? view.draft?.payin_group
  if (isKnown && choice === startedAs && payinTraits(wanted).isFromBalance) startAnew()
}

/**
 * Stores what was typed before the buyer was known, once they are known, wherever they are by then: a buyer who went
 * back while their code was checked may have typed something else. The purchase does not wait for it.
 */
function useKeptOnceKnown(widget: Widget): void {
  const isKnown = widget.view.buyer !== null
  const wasKnown = useRef(isKnown)
  const keep = useEffectEvent(async () => {
    const { view, choice, destination } = widget
    const reached = destination.read()?.step ?? view.draft?.step ?? 'you'
    if (view.order_state === null && choice.dst_address !== '')
      await saveDraft(widget, reached).catch(() => undefined)
  })
  useEffect(() => {
    if (isKnown && !wasKnown.current) void keep()
    wasKnown.current = isKnown
  }, [isKnown])
}

/** Stores the choice as it is typed, until there is an order. */
function useTyped({ typed }: Deps, view: WidgetView, choice: Choice): void {
  const [startedAs] = useState(choice)
  const isPlaced = hasOrder(view)
  useEffect(() => {
    if (isPlaced) typed.clear()
    else if (choice !== startedAs) typed.write(typedOf(choice))
  }, [typed, isPlaced, choice, startedAs])
}

/** Reports the buyer's step and the order's status to the partner's page. */
function useNews({ host }: Deps, view: WidgetView, step: Step): void {
  const order = view.order ?? view.order_state
  const id = order?.client_order_id
  const status = order?.status
  useEffect(() => host.send({ kind: 'ready' }), [host])
  useEffect(() => host.send({ kind: 'step', step }), [host, step])
  useEffect(() => {
    if (id && status) host.send({ kind: 'order', client_order_id: id, status })
  }, [host, id, status])
}

/** The other steps are fetched while the buyer fills in the first one. */
function usePreload(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const timer = setTimeout(() => void queries.prefetchQuery(laterSteps), 1_500)
    return () => clearTimeout(timer)
  }, [queries])
}
