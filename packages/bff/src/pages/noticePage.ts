import { html } from 'hono/html'
import type { Language } from './language.ts'
import { page, type Html } from './Page.ts'

/** What a page says that has nothing to do: what happened, whether money moved, and what to do next. */
export type NoticeWords = Readonly<
  Record<Language, Readonly<Record<'title' | 'heading' | 'happened' | 'next', string>>>
>

/** A page that tells a person something, and asks nothing of them. */
export function noticePage(words: NoticeWords, language: Language): Html {
  const { title, heading, happened, next } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${heading}</h1>
      <p>${happened}</p>
      <p>${next}</p>
    </main>`,
  })
}
