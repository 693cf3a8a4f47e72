import { directionOf } from '@cambio/wire/language/directionOf.ts'
import type { Language } from '@cambio/wire/language/languages.ts'
import { html, raw } from 'hono/html'

/** Text that is already HTML. */
export type Html = ReturnType<typeof html> | ReturnType<typeof raw>

/** A small page of the exchange's own, in its own style, readable without script. */
export function page(input: {
  title: string
  body: Html
  script?: string
  language?: Language
  /** The footer with the operator; left out inside the widget, which has its own. */
  foot?: Html | string
  /** A theme's rules, placed after those of all small pages. */
  style?: Html
}): Html {
  const script = input.script === undefined ? '' : html`<script src="${input.script}" defer></script>`
  return html`<!doctype html>
    <html lang="${input.language ?? 'en'}" dir="${directionOf(input.language ?? 'en')}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${input.title}</title>
        <link rel="stylesheet" href="/pages/page.css" />
        ${input.style ?? ''} ${script}
      </head>
      <body>
        ${input.body} ${input.foot ?? ''}
      </body>
    </html>`
}
