import { widget } from '@cambio/wire/routes/widget.ts'
import type { Draft } from '@cambio/wire/Widget.ts'
import type { Widget } from './Widget.ts'

/** Keeps what was chosen on the server, so that a reload resumes there, and in the view that is shown. */
export async function saveDraft({ call, view, views }: Widget, draft: Draft): Promise<void> {
  await call(widget.draft, draft)
  views.receive({ ...view, draft })
}
