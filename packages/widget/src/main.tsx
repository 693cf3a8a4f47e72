import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { client } from './call.ts'
import { Destination } from './Choice.ts'
import { entryOf } from './entry.ts'
import { connectHost } from './host.ts'
import { orderChanges } from './orderChanges.ts'
import { queryClient } from './queryClient.ts'
import { serverClock } from './ServerClock.ts'
import { sessionKeeper } from './session.ts'
import { tabNote } from './tabNote.ts'
import { typedIn } from './typed.ts'
import { viewsOf } from './Views.ts'

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
const changes = orderChanges(entry ?? '', (url) => new EventSource(url))
const views = viewsOf({ queries, call, session, changes })

if (!host.framed) document.documentElement.dataset['alone'] = ''

const place = document.getElementById('widget')
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App deps={{ call, changes, clock, destination, host, session, typed, views }} entry={entry} />
      </QueryClientProvider>
    </StrictMode>,
  )
