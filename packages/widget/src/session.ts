import * as z from 'zod/mini'

const Kept = z.object({ token: z.string(), email: z.string() })
type Kept = z.infer<typeof Kept>

/**
 * The buyer's session: in memory, and in the tab's storage where the browser allows it, so that a reload resumes.
 * A frame whose storage is blocked throws on the first touch; there the e-mail code is asked again.
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
  const key = `cambio:${entry}`
  let kept: Partial<Kept> = read(key, storage) ?? {}
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    token: () => kept.token ?? null,
    email: () => kept.email ?? null,
    open: (session) => {
      kept = session
      attempt(() => storage().setItem(key, JSON.stringify(session)))
      changed()
    },
    close: () => {
      if (kept.token === undefined) return
      kept = kept.email === undefined ? {} : { email: kept.email }
      attempt(() => storage().removeItem(key))
      changed()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function read(key: string, storage: () => Storage): Kept | undefined {
  const text = attempt(() => storage().getItem(key))
  const json = attempt<unknown>(() => JSON.parse(text ?? 'null'))
  return z.safeParse(Kept, json).data
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
