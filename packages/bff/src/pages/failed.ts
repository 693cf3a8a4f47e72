import type { Language } from '@cambio/wire/language/languages.ts'
import { html } from 'hono/html'
import { noticePage } from './noticePage.ts'
import type { Html } from './Page.ts'
import { plainFrame } from './partner/frame.ts'
import { sayIn } from './sayIn.ts'

/** The page of a buyer whose request failed on our side; they may have paid before. */
export function failedPageForBuyers(language: Language, foot: Html | string): Html {
  const say = sayIn(language)
  const heading = say('failed.heading')
  return noticePage(
    { title: heading, heading, happened: say('failed.happened'), next: say('failed.next') },
    language,
    foot,
  )
}

/**
 * The page of a partner or a developer whose request failed on our side.
 * @param input.outcome whether something was changed, and what to do
 */
export function failedPage(input: { readonly outcome: string; readonly requestId: string }): Html {
  const { outcome, requestId } = input
  return plainFrame({
    title: 'This page is not available at the moment',
    body: html`<main>
      <h1>This page is not available at the moment</h1>
      <p>Something failed on our side. ${outcome}</p>
      <p>If it happens again, give the operator the request id <code>${requestId}</code>.</p>
    </main>`,
  })
}
