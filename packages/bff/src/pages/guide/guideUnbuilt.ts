import { html } from 'hono/html'
import { page, type Html } from '../Page.ts'

/** Reloads the page once the guide is there, and never before: a reader would lose their place in the page. */
export const guideUnbuiltScript = `
const look = async () => {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined)
  if (answer !== undefined && answer.status !== 503) location.reload()
  else setTimeout(look, 2000)
}
setTimeout(look, 2000)
`

/** The page for a reader who opens a sandbox's guide in its first seconds; it becomes the guide by itself. */
export function guideUnbuiltPage(): Html {
  return page({
    title: 'The guide is being built',
    script: '/pages/guideUnbuilt.js',
    body: html`<main>
      <h1>The guide is being built</h1>
      <p>This page shows it by itself in a few seconds. Everything else is already running.</p>
      <noscript><p>Your browser runs no scripts: load this page again in a few seconds.</p></noscript>
      <p>If it does not come, run <code>pnpm run build</code> and look at what it says.</p>
    </main>`,
  })
}
