import type { Step } from '@cambio/wire/widget/Frame.ts'
import { steps as order } from '@cambio/wire/widget/framing.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { useEffect, useEffectEvent } from 'react'
import { stepBefore } from '../steps.ts'

/**
 * Makes the browser's Back a step back: each step with a step before it is an entry in the history of this page or
 * frame. Without a step before it, Back is the browser's own.
 * @returns what the widget's own Back does, so that it leaves no entry behind; null where there is no step before
 */
export function useBrowserBack(
  view: WidgetView,
  step: Step,
  go: (step: Step | null) => void,
): (() => void) | null {
  const before = stepBefore(view, step)
  useEffect(() => {
    if (before !== null && entryOf(history.state) !== step) history.pushState({ step }, '')
  }, [before, step])
  const arrive = useEffectEvent(({ state }: PopStateEvent) => {
    const there = entryOf(state)
    if (there !== undefined && order.indexOf(there) > order.indexOf(step)) go(there)
    else if (before !== null) go(before)
  })
  useEffect(() => {
    const onPop = (event: PopStateEvent) => arrive(event)
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  if (before === null) return null
  return () => (entryOf(history.state) === step ? history.back() : go(before))
}

/** The step that an entry of the history was made for; undefined where the widget did not make the entry. */
function entryOf(state: unknown): Step | undefined {
  const step = typeof state === 'object' && state !== null && 'step' in state ? state.step : undefined
  return order.find((each) => each === step)
}
