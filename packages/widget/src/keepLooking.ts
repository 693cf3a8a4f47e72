import type { WidgetView } from '@cambio/wire/Widget.ts'
import type { ViewStore } from './ViewStore.ts'

const everyMs = 2_000

/** Looks until the service answers; null when it was called off before. */
export async function keepLooking(
  views: Pick<ViewStore, 'look'>,
  over: AbortSignal,
): Promise<WidgetView | null> {
  for (;;) {
    const view = await views.look().catch(() => null)
    if (over.aborted) return null
    if (view) return view
    await pause(over)
  }
}

function pause(over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, everyMs)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    over.addEventListener('abort', stop, { once: true })
  })
}
