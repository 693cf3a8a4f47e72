import type { Step } from '@cambio/wire/widget/Frame.ts'
import { draftOf } from '../Choice.ts'
import type { Widget } from '../Widget.ts'
import { openingRoutes as routes } from './openingRoutes.ts'

/**
 * Stores the choice, so that a reload resumes at this step: on the server, and in the view that is shown. The
 * destination stays in this tab until the server knows whose it is.
 */
export async function saveDraft(widget: Widget, step: Step, signal?: AbortSignal): Promise<void> {
  const { call, view, views, choice, destination } = widget
  const { payout_currency, dst_address, memo } = choice
  const draft = { step, ...draftOf(choice, view) }
  await call(routes.draft, draft, signal)
  if (view.buyer || dst_address === '') destination.clear()
  else destination.write({ payout_currency, dst_address, memo })
  views.amend({ draft })
}
