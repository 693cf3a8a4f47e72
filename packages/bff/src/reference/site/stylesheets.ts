import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'

/** The styles of reference and playground, each after those that it may override. */
const names = ['reference', 'menu', 'words', 'samples', 'screens'] as const

/** The links to them, for a page's head. */
export function stylesheets() {
  return names.map((name) => html`<link rel="stylesheet" href="${pages.docs}/assets/${name}.css" />`)
}
