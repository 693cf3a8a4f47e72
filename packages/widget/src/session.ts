import * as z from 'zod/mini'
import { tabNote } from './tabNote.ts'

const Kept = z.object({ token: z.string(), email: z.string() })
type Kept = z.infer<typeof Kept>

/**
 * The buyer's session: in memory, and in the tab's storage where the browser allows it, so that a reload resumes.
 * Elsewhere the e-mail code is asked again.
 */
export type SessionKeeper = {
  readonly token: () => string | null
  /** The e-mail the buyer last confirmed, so that a session that is over asks for the code alone. */
  readonly email: () => string | null
  readonly open: (session: Kept) => void
  readonly close: () => void
  readonly subscribe: (changed: () => void) => () => void
}

export function sessionKeeper(entry: string, storage: () => Storage): SessionKeeper {
  const note = tabNote(Kept, `cambio:${entry}`, storage)
  let kept: Partial<Kept> = note.read() ?? {}
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    token: () => kept.token ?? null,
    email: () => kept.email ?? null,
    open: (session) => {
      kept = session
      note.write(session)
      changed()
    },
    close: () => {
      if (kept.token === undefined) return
      kept = kept.email === undefined ? {} : { email: kept.email }
      note.clear()
      changed()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
