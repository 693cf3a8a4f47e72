import { html, raw } from 'hono/html'
import type { Html } from './Page.ts'

/** For whoever opens the guide of a sandbox in its first seconds: it comes by itself. */
export function guideUnbuiltPage(): Html {
  return html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="refresh" content="2" />
        <title>The guide is being built</title>
        <link rel="stylesheet" href="/pages/page.css" />
      </head>
      <body>
        <main>
          <h1>The guide is being built</h1>
          <p>It is shown here in a few seconds, by itself. Everything else runs already.</p>
          <p>If it does not come, run <code>pnpm run build</code> and look at what it says.</p>
        </main>
      </body>
    </html>`
}
