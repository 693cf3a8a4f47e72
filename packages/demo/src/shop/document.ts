import { html } from 'hono/html'

/** A page of the shop. @param title what the browser's tab says before the shop's name */
export function document(title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Corner Shop</title>
        <link rel="stylesheet" href="/assets/shop.css" />
        <link rel="stylesheet" href="/assets/behind.css" />
      </head>
      <body>
        <header>
          <a href="/">Corner Shop</a> <span>demo partner</span>
          <button type="button" class="plain" id="behind-button" aria-controls="behind" hidden>
            Look behind
          </button>
        </header>
        <main>${content}</main>
      </body>
    </html>`
}
