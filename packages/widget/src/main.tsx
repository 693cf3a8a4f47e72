import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { client } from './api/call.ts'
import { orderChanges } from './api/OrderChanges.ts'
import { queryClient } from './api/queryClient.ts'
import { serverClock } from './api/ServerClock.ts'
import { sessionKeeper } from './api/session.ts'
import { App } from './App.tsx'
import { Destination } from './Choice.ts'
import { entryOf } from './entry.ts'
import { connectHost } from './frame/host.ts'
import { applyOpening } from './opening/applyOpening.ts'
import { readOpening } from './opening/readOpening.ts'
import { languageFor } from './text.ts'
import { typedIn } from './typed.ts'
import { firstLocale } from './useLanguage.ts'
import { tabNote } from './view/tabNote.ts'
import { viewsOf } from './view/Views.ts'

const entry = entryOf(window.location)
const host = connectHost(window)
const storage = () => window.sessionStorage
const session = sessionKeeper(entry ?? '', storage)
const destination = tabNote(Destination, `cambio:${entry}:destination`, storage)
const typed = typedIn(entry ?? '', storage)
const clock = serverClock(Date.now)
const call = client({
  entry: entry ?? '',
  token: session.token,
  clock,
  sessionOver: session.close,
  fetch: (...request) => fetch(...request),
})
const queries = queryClient()
const changes = orderChanges()
const views = viewsOf({ queries, call, session, changes })

const opening = readOpening(document)
// A buyer with a session sees more than the page's HTML contains.
if (opening && session.token() === null) applyOpening({ queries, views, clock }, opening, pageAgeMs())

if (!host.framed) document.documentElement.dataset['alone'] = ''

const place = document.getElementById('widget')
// If no words can be fetched, the exchange's HTML stays.
if (place) void start(place).catch(() => {})

async function start(place: HTMLElement): Promise<void> {
  const firstWords = opening?.words ?? (await languageFor(firstLocale()))
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App
          deps={{ call, changes, clock, destination, entry: entry ?? '', host, session, typed, views }}
          entry={entry}
          firstWords={firstWords}
        />
      </QueryClientProvider>
    </StrictMode>,
  )
}

function pageAgeMs(): number {
  const [page] = performance.getEntriesByType('navigation')
  return performance.now() - (page instanceof PerformanceNavigationTiming ? page.responseStart : 0)
}
