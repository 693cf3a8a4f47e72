import { html } from 'hono/html'
import type { Html } from '../../../pages/Page.ts'
import { named } from '../named.ts'

/** A section about a subject that several calls share. */
export function section(id: string, title: string, content: Html, panel: Html = html``): Html {
  return html`<section class="call" id="${id}">
    <div class="prose">
      <h2>${title}</h2>
      ${content}
    </div>
    <div class="panel">${panel}</div>
  </section>`
}

/** Names with their meanings. */
export function meaningList(meanings: Readonly<Record<string, string>>): Html {
  return html`<dl class="meanings">
    ${Object.entries(meanings).map(
      ([name, meaning]) =>
        html`<div>
          <dt><code>${name}</code></dt>
          <dd>${named(meaning)}</dd>
        </div>`,
    )}
  </dl>`
}

/** A table. On a phone, each row is a card. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): Html {
  return html`<table class="cards">
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((cell, index) => html`<td data-head="${heads[index] ?? ''}">${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}
