import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'
import type { Html } from '../../pages/Page.ts'
import { callSection } from './callSection.ts'
import { callChapters, chapterPath, topicChapters, widgetChapter, type Chapter } from './chapters.ts'
import type { Place } from './Place.ts'
import { shell } from './shell.ts'
import { callbackPage } from './topics/callbackPage.ts'
import { currencyPage } from './topics/currencyPage.ts'
import { introduction } from './topics/introduction.ts'
import { problemPage } from './topics/problemPage.ts'
import { statusPage } from './topics/statusPage.ts'
import { testPage } from './topics/testPage.ts'

/** The page of the reference at one of `referencePaths`. @throws Error if there is none */
export function referencePage(place: Place, path: string): Html {
  const page = referencePages(place).get(path)
  if (page === undefined) throw new Error(`The reference has no page at ${path}`)
  return page()
}

/** Every page by its address, each generated on request. */
function referencePages(place: Place): ReadonlyMap<string, () => Html> {
  const topics: Readonly<Record<keyof typeof topicChapters, () => Html>> = {
    callbacks: callbackPage,
    statuses: statusPage,
    problems: problemPage,
    currencies: currencyPage,
    testing: testPage,
  }
  return new Map([
    [pages.docs, () => shell({ path: pages.docs, title: 'Introduction', content: introduction(place) })],
    ...Object.values(topicChapters).map((chapter) => chapterEntry(chapter, () => topics[chapter.slug]())),
    ...[...callChapters, widgetChapter].map((chapter) =>
      chapterEntry(chapter, () => html`${chapter.calls.map((call) => callSection(place, chapter, call))}`),
    ),
  ])
}

function chapterEntry(chapter: Chapter, content: () => Html): [string, () => Html] {
  const path = chapterPath(chapter)
  const whole = () =>
    html`<div class="opening">
        <h1>${chapter.title}</h1>
        <p class="lead">${chapter.about}</p>
      </div>
      ${content()}`
  return [path, () => shell({ path, title: chapter.title, content: whole() })]
}
