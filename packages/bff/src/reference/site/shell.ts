import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'
import type { Html } from '../../pages/Page.ts'
import { callAnchor, callTitle } from './callName.ts'
import { callChapters, chapterPath, topicChapters, widgetChapter, type Chapter } from './chapters.ts'
import { stylesheets } from './stylesheets.ts'

/** A page of the reference: the navigation at the left, its content beside it. */
export function shell({
  path,
  title,
  content,
}: {
  readonly path: string
  readonly title: string
  readonly content: Html
}): Html {
  return html`<!doctype html>
    <html lang="en" data-language="curl">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${title}: every call, field and problem of the Cambio API." />
        <title>${title} · Cambio API reference</title>
        <link rel="icon" type="image/svg+xml" href="${pages.docs}/assets/icon.svg" />
        ${stylesheets()}
        <script type="module" src="${pages.docs}/assets/reference.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="side">${brand()}${search()}${menu(path)}</header>
        <main id="content" tabindex="-1">${content}</main>
      </body>
    </html>`
}

function brand(): Html {
  return html`<div class="brand">
    <a href="${pages.docs}"><b>Cambio</b> API reference</a>
    <button type="button" class="theme" aria-label="Dark colours" aria-pressed="false"></button>
  </div>`
}

function search(): Html {
  return html`<search class="search">
    <input
      type="search"
      role="combobox"
      aria-label="Search the reference"
      aria-controls="found"
      aria-expanded="false"
      aria-autocomplete="list"
      placeholder="Search"
      autocomplete="off"
      spellcheck="false"
    />
    <kbd aria-hidden="true">/</kbd>
    <ul id="found" role="listbox" aria-label="Found" hidden></ul>
  </search>`
}

function menu(path: string): Html {
  return html`<button type="button" class="menu" aria-expanded="false" aria-controls="chapters">Menu</button>
    <nav id="chapters" aria-label="Reference">
      <ul>
        <li>${pageLink(pages.docs, 'Introduction', path)}</li>
        ${Object.values(topicChapters).map((chapter) => html`<li>${pageLink(chapterPath(chapter), chapter.title, path)}</li>`)}
      </ul>
      <p>Calls</p>
      <ul>
        ${callChapters.map((chapter) => chapterItem(chapter, path))}
      </ul>
      <p>More</p>
      <ul>
        ${chapterItem(widgetChapter, path)}
        <li><a href="${pages.guide}/">Guide</a></li>
        <li><a href="${pages.openapi}">OpenAPI</a></li>
      </ul>
    </nav>`
}

function chapterItem(chapter: Chapter, path: string): Html {
  const here = chapterPath(chapter)
  return html`<li>
    ${pageLink(here, chapter.title, path)}
    ${
      here === path
        ? html`<ul class="calls">
            ${chapter.calls.map(
              ({ name, route }) => html`<li><a href="#${callAnchor(route)}">${callTitle(name)}</a></li>`,
            )}
          </ul>`
        : ''
    }
  </li>`
}

function pageLink(href: string, title: string, path: string): Html {
  return html`<a href="${href}" ${href === path ? html`aria-current="page"` : ''}>${title}</a>`
}
