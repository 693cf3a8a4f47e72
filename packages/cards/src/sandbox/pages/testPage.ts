import { directionOf } from '@cambio/wire/language/directionOf.ts'
import { html, raw } from 'hono/html'
import { bankStyle } from './bankStyle.ts'

// Whole, because a space more or less inside the element would be another hash.
const styleElement = raw(`<style>${bankStyle}</style>`)

/** A page of somebody outside that the sandbox plays: a bank or a wallet. `place` says who. */
export function testPage(
  {
    place,
    title,
    language = 'en',
  }: { readonly place: string; readonly title: string; readonly language?: string },
  content: ReturnType<typeof html>,
) {
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${place}</title>
        ${styleElement}
      </head>
      <body>
        <main aria-label="${place}">
          <p class="bank">${place}</p>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}
