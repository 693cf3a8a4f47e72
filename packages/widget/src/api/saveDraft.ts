import type { Step } from '@cambio/wire/widget/Frame.ts'
import type { Draft, WidgetView } from '@cambio/wire/widget/Widget.ts'
import { draftOf } from '../Choice.ts'
import type { Widget } from '../Widget.ts'
import { openingRoutes as routes } from './openingRoutes.ts'

/**
 * Stores the choice, so that a reload resumes at this step: on the server, and in the view that is shown. The
 * destination stays in this tab until the server knows whose it is, and so does the step if nothing else is new and the
 * tab may store it.
 */
export async function saveDraft(widget: Widget, step: Step, signal?: AbortSignal): Promise<void> {
  const { call, view, views, choice, destination } = widget
  const { payout_currency, dst_address, memo } = choice
  const draft = { step, ...draftOf(choice, view) }
  const staysHere = !view.buyer && dst_address !== ''
  const isKept = staysHere && destination.write({ payout_currency, dst_address, memo, step })
  if (!isKept || !isStored(draft, view.draft)) await call(routes.draft, draft, signal)
  if (!staysHere) destination.clear()
  views.amend({ draft })
}

/** Whether a draft differs from the stored one in its step alone. */
function isStored({ step: _step, ...draft }: Draft, stored: WidgetView['draft']): boolean {
  const { step: _stored, ...before }: Record<string, unknown> = stored ?? {}
  const names = new Set([...Object.keys(draft), ...Object.keys(before)])
  return stored !== null && [...names].every((name) => draft[name as keyof typeof draft] === before[name])
}
