import { html, raw } from 'hono/html'
import type { Html } from '../../pages/Page.ts'

/** The path of a route, which breaks between its parts and never inside a name. */
export function pathText(path: string): Html {
  const parts = path.split('/').slice(1)
  return html`<code class="path"
    >${parts.map((part, index) => html`${index === 0 ? '' : raw('<wbr>')}<span>/${part}</span>`)}</code
  >`
}
