import { html } from 'hono/html'
import { page, type Html } from './Page.ts'

/** For an address that opens nothing, or no longer does. */
export function notFoundPage(): Html {
  return page({
    title: 'Nothing here',
    body: html`<main>
      <h1>There is nothing at this address</h1>
      <p>The link may be incomplete or no longer valid. No money has moved.</p>
      <p>Go back to the shop you came from and start again there.</p>
    </main>`,
  })
}
