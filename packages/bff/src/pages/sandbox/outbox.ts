import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'
import type { StoredOutboxEntry } from '../../store/outbox.ts'
import { page, type Html } from '../Page.ts'

/** The messages that a sandbox would have sent, newest first. */
export function outboxPage(entries: readonly StoredOutboxEntry[]): Html {
  return page({
    title: 'Outbox',
    body: html`<main>
      <h1>Outbox</h1>
      <p>
        Test mode. Nothing of this has left: these are the mails, messages and codes that live mode sends.
      </p>
      ${entries.length === 0 ? html`<p>Nothing has been sent yet.</p>` : ''}
      ${entries.map(
        ({ number, kind, recipient, body, hasPage, at }) =>
          html`<article>
            <h2>${kind} to ${recipient}</h2>
            <p><time datetime="${at.toISOString()}">${at.toISOString()}</time></p>
            <pre class="letter">${body}</pre>
            ${hasPage ? html`<p><a href="${pages.outbox}/${number}">As a mail program shows it</a></p>` : ''}
          </article>`,
      )}
    </main>`,
  })
}
