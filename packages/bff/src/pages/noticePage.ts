import type { Language } from '@cambio/wire/language/languages.ts'
import { html } from 'hono/html'
import { page, type Html } from './Page.ts'
import { sayIn } from './sayIn.ts'

/** The texts of a page without an action: what happened, whether money moved, and what to do next. */
export type Notice = Readonly<Record<'title' | 'heading' | 'happened' | 'next', string>>

/**
 * A page that only informs, in a card as the widget's is.
 * @param partnerName whose page it is; null where no partner is known
 */
export function noticePage(
  { title, heading, happened, next }: Notice,
  language: Language,
  foot: Html | string,
  partnerName: string | null = null,
): Html {
  const owner = partnerName === null ? 'Cambio' : `${partnerName} ${sayIn(language)('standing.by')}`
  return page({
    title,
    language,
    foot,
    body: html`<main class="notice">
      <p class="brand">${owner}</p>
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M16 9v9M16 22.5v.5" /></svg>
      <h1>${heading}</h1>
      <p>${happened}</p>
      <p>${next}</p>
    </main>`,
  })
}
