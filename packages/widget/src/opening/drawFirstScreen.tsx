import type { Drawing, FirstWords, Opening } from '@cambio/wire/widget/Opening.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { orderChanges } from '../api/OrderChanges.ts'
import { queryClient } from '../api/queryClient.ts'
import { serverClock } from '../api/ServerClock.ts'
import { sessionKeeper } from '../api/session.ts'
import { Destination } from '../Choice.ts'
import type { Host } from '../frame/host.ts'
import opening from '../messages/opening.ts'
import { Purchase } from '../Purchase.tsx'
import { languageFor, type Language } from '../text.ts'
import { typedIn } from '../typed.ts'
import { isLocale } from '../useLanguage.ts'
import { tabNote } from '../view/tabNote.ts'
import { viewsOf } from '../view/Views.ts'
import type { Deps } from '../Widget.ts'
import { writingIn } from '../Writing.ts'
import { applyOpening } from './applyOpening.ts'

/**
 * The first screen as HTML, for a browser to show until the widget's script has drawn it. It does nothing.
 * @param locales the reader's locales, the preferred one first
 */
export async function drawFirstScreen(
  opening: Omit<Opening, 'words'>,
  locales: readonly string[],
): Promise<Drawing> {
  const locale = locales.find(isLocale) ?? 'en'
  const language = await languageFor(locale)
  const queries = queryClient()
  const deps = stillDeps(opening, queries)
  applyOpening({ queries, ...deps }, opening, 0)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Purchase deps={deps} view={opening.view} writing={writingIn(language, locale)} outdated={false} />
    </QueryClientProvider>,
  )
  return { html, lang: language.tag, words: firstWordsOf(language) }
}

function firstWordsOf({ tag, messages }: Language): FirstWords {
  const names = Object.keys(opening)
  const words = Object.entries(messages).filter(([name]) => names.includes(name))
  return { tag, messages: Object.fromEntries(words), whole: false }
}

/** The dependencies of a page that nobody has used yet and that makes no calls. */
function stillDeps({ at }: Pick<Opening, 'at'>, queries: ReturnType<typeof queryClient>): Deps {
  const call = () => Promise.reject(new Error('A screen that is drawn calls nobody'))
  const changes = orderChanges()
  const session = sessionKeeper('', noStorage)
  return {
    entry: '',
    call,
    changes,
    session,
    host: stillHost,
    clock: serverClock(() => Date.parse(at)),
    destination: tabNote(Destination, '', noStorage),
    typed: typedIn('', noStorage),
    views: viewsOf({ queries, call, session, changes }),
  }
}

const stillHost: Host = {
  framed: false,
  closable: () => false,
  send: () => {},
  trust: () => {},
  subscribe: () => () => {},
}

function noStorage(): Storage {
  throw new Error('There is no storage on a server')
}
