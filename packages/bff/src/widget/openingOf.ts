import { Refusal } from '@cambio/wire/http/Problem.ts'
import { WidgetQuoteRequest, type WidgetQuote } from '@cambio/wire/order/Quote.ts'
import type { FirstScreen, Opening } from '@cambio/wire/widget/Opening.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import type { Opened } from '../authenticate/entry.ts'
import type { Stores } from '../store/stores.ts'
import { openView } from './openView.ts'
import { widgetQuote } from './widgetQuote.ts'
import type { Viewing } from './widgetView.ts'

type Deps = { readonly exchange: Viewing; readonly stores: Stores; readonly firstScreen: FirstScreen }

/** What the widget's page brings with it: the view without a session, and the price that its first screen starts with. */
export async function openingOf(deps: Deps, opened: Opened): Promise<Omit<Opening, 'words'>> {
  const { exchange, stores } = deps
  const view = await openView(exchange, stores, opened, null)
  return { at: exchange.clock.now().toISOString(), view, quote: await firstQuote(deps, opened, view) }
}

/** Null also where there is no price: the screen asks for it and says why. */
async function firstQuote(
  { exchange, stores, firstScreen }: Deps,
  opened: Opened,
  view: WidgetView,
): Promise<WidgetQuote | null> {
  const request = firstScreen.quoteRequestOf(view)
  if (request === null) return null
  try {
    const asked = WidgetQuoteRequest.parse(request)
    return await widgetQuote(exchange, stores, { opened, buyer: null, asked })
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
