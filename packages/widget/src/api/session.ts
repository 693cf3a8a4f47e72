import { tabNote } from '../view/tabNote.ts'
import { shape, text } from './shape.ts'

type StoredSession = { readonly token: string; readonly email: string }
const StoredSession = shape<StoredSession>({ token: text, email: text })

/**
 * The buyer's session: in memory, and in the tab's storage where the browser allows it, so that a reload resumes.
 * Elsewhere the e-mail code is asked again.
 */
export type SessionKeeper = {
  readonly token: () => string | null
  /** The e-mail address that the buyer last confirmed, so that after a session ends only the code is asked for. */
  readonly email: () => string | null
  readonly open: (session: StoredSession) => void
  readonly close: () => void
  readonly subscribe: (changed: () => void) => () => void
}

export function sessionKeeper(entry: string, storage: () => Storage): SessionKeeper {
  const note = tabNote(StoredSession, `cambio:${entry}`, storage)
  let stored: Partial<StoredSession> = note.read() ?? {}
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    token: () => stored.token ?? null,
    email: () => stored.email ?? null,
    open: (session) => {
      stored = session
      note.write(session)
      changed()
    },
    close: () => {
      if (stored.token === undefined) return
      stored = stored.email === undefined ? {} : { email: stored.email }
      note.clear()
      changed()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
