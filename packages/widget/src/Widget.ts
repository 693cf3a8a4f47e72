import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import type { Step } from '@cambio/wire/widget/Frame.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { createContext, use } from 'react'
import type { Call } from './api/call.ts'
import type { OrderChanges } from './api/OrderChanges.ts'
import type { ServerClock } from './api/ServerClock.ts'
import type { SessionKeeper } from './api/session.ts'
import type { Choice, Destination } from './Choice.ts'
import type { Host } from './frame/host.ts'
import type { Typed } from './typed.ts'
import type { TabNote } from './view/tabNote.ts'
import type { Views } from './view/Views.ts'
import type { Writing } from './Writing.ts'

/** What one page of the widget is built on, created once. */
export type Deps = {
  /** What the page was opened for, as the routes name it. */
  readonly entry: string
  readonly call: Call
  readonly clock: ServerClock
  readonly host: Host
  readonly session: SessionKeeper
  readonly views: Views
  readonly changes: OrderChanges
  /** The destination of the coins, in this tab. */
  readonly destination: TabNote<Destination>
  /** What was typed and is not stored elsewhere yet. */
  readonly typed: Typed
}

/** What every step can read and do. */
export type Widget = Deps & {
  readonly view: WidgetView
  readonly step: Step
  readonly writing: Writing
  /** The last request for the view failed; the last known view is shown. */
  readonly outdated: boolean
  readonly choice: Choice
  readonly choose: (choice: Choice) => void
  /** The price that the buyer last agreed to; null after a reload. */
  readonly agreedQuote: WidgetQuote | null
  readonly agreeTo: (quote: WidgetQuote | null) => void
  /** Goes to a step that the buyer chose; null lets the view decide. */
  readonly go: (step: Step | null) => void
  /** Whether closing now would interrupt a payment. */
  readonly underWay: (busy: boolean) => void
}

export const WidgetContext = createContext<Widget | null>(null)

/** @throws Error outside the widget */
export function useWidget(): Widget {
  const widget = use(WidgetContext)
  if (!widget) throw new Error('A step stands outside the widget')
  return widget
}
