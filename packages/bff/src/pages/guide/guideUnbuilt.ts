import { html } from 'hono/html'
import { page, type Html } from '../Page.ts'

/** The page for a reader who opens a sandbox's guide in its first seconds; it reloads until the guide is there. */
export function guideUnbuiltPage(): Html {
  return page({
    title: 'The guide is being built',
    refreshS: 2,
    body: html`<main>
      <h1>The guide is being built</h1>
      <p>This page shows it by itself in a few seconds. Everything else is already running.</p>
      <p>If it does not come, run <code>pnpm run build</code> and look at what it says.</p>
    </main>`,
  })
}
