import type { Language } from '@cambio/wire/language/languages.ts'
import { html } from 'hono/html'
import { page, type Html } from './Page.ts'

/** The texts of a page without an action: what happened, whether money moved, and what to do next. */
export type Notice = Readonly<Record<'title' | 'heading' | 'happened' | 'next', string>>

/** A page that only informs. */
export function noticePage(
  { title, heading, happened, next }: Notice,
  language: Language,
  foot: Html | string,
): Html {
  return page({
    title,
    language,
    foot,
    body: html`<main>
      <h1>${heading}</h1>
      <p>${happened}</p>
      <p>${next}</p>
    </main>`,
  })
}
