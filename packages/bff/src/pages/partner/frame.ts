import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'
import type { Html } from '../Page.ts'

/** The screens in the page's navigation. */
const tabs = {
  callbacks: { path: pages.partner, name: 'Callbacks' },
  money: { path: `${pages.partner}/money`, name: 'Balances' },
  requests: { path: `${pages.partner}/requests`, name: 'Requests' },
  appearance: { path: `${pages.partner}/appearance`, name: 'Appearance' },
  settings: { path: `${pages.partner}/settings`, name: 'Settings' },
  passkeys: { path: `${pages.partner}/passkeys`, name: 'Passkeys' },
} as const
export type Tab = keyof typeof tabs

/** A message above a screen's content: what was done, or why it was not. */
export type Flash = { readonly success?: string | undefined; readonly refused?: string | undefined }

/** A screen of the partner's page for a signed-in person. */
export function partnerFrame(input: {
  readonly title: string
  readonly tab: Tab
  readonly partner: string
  readonly flash?: Flash | undefined
  readonly script?: string
  readonly body: Html
}): Html {
  const { title, tab, partner, flash = {}, body, ...page } = input
  const links = Object.entries(tabs).map(
    ([name, { path, name: text }]) =>
      html`<a href="${path}" ${name === tab ? html`aria-current="page"` : ''}>${text}</a>`,
  )
  return plainFrame({
    ...page,
    title: `${title} · ${partner}`,
    body: html`<header class="bar">
        <strong>${partner}</strong>
        <nav aria-label="Your account">${links}</nav>
        <form method="post" action="${pages.partner}/sign-out"><button class="plain">Sign out</button></form>
      </header>
      <main class="page">
        <h1>${title}</h1>
        ${notices(flash)} ${body}
      </main>`,
  })
}

/** A page before the sign-in. @param input.script the address of a module that the page runs */
export function plainFrame(input: {
  readonly title: string
  readonly script?: string
  readonly body: Html
}): Html {
  const { title, script, body } = input
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/pages/page.css" />
        <link rel="stylesheet" href="/pages/partner.css" />
        ${script === undefined ? '' : html`<script type="module" src="${script}"></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html>`
}

export function notices({ success, refused }: Flash): Html {
  return html`${success === undefined ? '' : html`<p class="success" role="status">${success}</p>`}${
    refused === undefined ? '' : html`<p class="refused" role="alert">${refused}</p>`
  }`
}

/** A time as the API writes it, without the fraction of its seconds. */
export function shortTime(datetime: string): Html {
  return html`<time datetime="${datetime.replace(' ', 'T')}Z" class="number"
    >${datetime.slice(0, 19)} UTC</time
  >`
}
