import { widget } from '@cambio/wire/routes/widget.ts'
import type { WidgetView } from '@cambio/wire/Widget.ts'
import type { Call } from './call.ts'
import { failureOf, type Failure } from './Failure.ts'
import type { SessionKeeper } from './session.ts'

/** The last view that is known, and why the last look brought none, if so. */
export type Seen = { readonly view: WidgetView | null; readonly failure: Failure | null }

/**
 * The server's view of this purchase: the one truth the screen is made from. Looks and the answers of acts may
 * overtake each other; what was asked for earlier never replaces what was asked for later.
 */
export type ViewStore = {
  readonly seen: () => Seen
  readonly subscribe: (changed: () => void) => () => void
  /** Asks for the view now. @throws Failure */
  readonly look: () => Promise<WidgetView>
  /** Takes a view that an act answered. */
  readonly receive: (view: WidgetView) => void
}

export function viewStore({ call, session }: { call: Call; session: SessionKeeper }): ViewStore {
  let seen: Seen = { view: null, failure: null }
  let asked = 0
  let taken = 0
  const listeners = new Set<() => void>()
  const show = (next: Seen) => {
    seen = next
    for (const listener of listeners) listener()
  }
  const take = (turn: number, view: WidgetView): WidgetView => {
    if (turn < taken) return seen.view ?? view
    taken = turn
    show({ view, failure: null })
    return view
  }
  const look = async (): Promise<WidgetView> => {
    asked += 1
    const turn = asked
    const token = session.token()
    try {
      const view = await call(widget.view, undefined)
      if (token !== null && token === session.token() && view.buyer === null) session.close()
      return take(turn, view)
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (turn > taken) show({ view: seen.view, failure })
      throw failure
    }
  }
  return {
    seen: () => seen,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look,
    receive: (view) => {
      asked += 1
      take(asked, view)
    },
  }
}
