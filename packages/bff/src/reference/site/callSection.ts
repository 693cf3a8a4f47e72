import { catalogue, type Code } from '@cambio/wire/http/Problem.ts'
import { commonRefusals, ofBody, ofIdempotency, refusalsOf, type Route } from '@cambio/wire/http/route.ts'
import { html, raw } from 'hono/html'
import { callers } from '../../callers/callers.ts'
import type { Html } from '../../pages/Page.ts'
import { notes } from '../notes.ts'
import { callAnchor, callTitle } from './callName.ts'
import { chapterPath, topicChapters, type Call, type Chapter } from './chapters.ts'
import { fieldSection } from './fieldSection.ts'
import { named } from './named.ts'
import type { Place } from './Place.ts'
import { samplePanel } from './samplePanel.ts'

/** One call: its purpose and fields at the left, its samples and answer at the right. */
export function callSection(place: Place, { calls }: Chapter, call: Call): Html {
  const { name, route } = call
  return html`<section class="call" id="${callAnchor(route)}">
    <div class="prose">
      <h2>${callTitle(name)}</h2>
      <p class="endpoint"><b class="method ${route.method}">${route.method}</b> ${pathText(route.path)}</p>
      <p class="lead">${route.summary}.</p>
      <p>Credentials: ${callers[route.caller].reference.credentials}.</p>
      ${
        route.idempotent
          ? html`<p>
              Takes an <a href="/docs#retries"><code>Idempotency-Key</code></a
              >.
            </p>`
          : ''
      }
      ${fieldSection('Path', route.params, 'input')} ${fieldSection('Query', route.query, 'input')}
      ${fieldSection('Body', route.body, 'input')} ${rules(name)} ${answer(route, calls)} ${refusals(route)}
    </div>
    ${samplePanel(place, call)}
  </section>`
}

/** The answer. If several calls of the page share one, only the first writes it out. */
function answer(route: Route, calls: readonly Call[]): Html {
  const first = calls.find((call) => call.route.answer === route.answer)
  if (!first || first.route === route) return fieldSection('Answer', route.answer, 'output')
  return html`<p class="same">
    Answers the same fields as <a href="#${callAnchor(first.route)}">${callTitle(first.name)}</a>.
  </p>`
}

/** The rules that the fields do not show. */
function rules(name: string): Html {
  const paragraphs = notes[name]
  if (!paragraphs) return html``
  return html`<h3>Rules</h3>
    ${paragraphs.map((paragraph) => html`<p>${named(paragraph)}</p>`)}`
}

const shared: ReadonlySet<Code> = new Set<Code>([...commonRefusals, ...ofBody, ...ofIdempotency])

/** The call's refusals, its own ones first. */
function refusals(route: Route): Html {
  const codes = refusalsOf(route).filter((code) => catalogue[code].status !== route.alsoStatus)
  const ownFirst = codes.toSorted((a, b) => Number(shared.has(a)) - Number(shared.has(b)))
  return html`<details class="part">
    <summary>Problems <small>${codes.length} codes</small></summary>
    <ul class="refusals">
      ${ownFirst.map(
        (code) =>
          html`<li>
            <a href="${chapterPath(topicChapters.problems)}#${code}"><code>${code}</code></a>
            <span class="type">${catalogue[code].status}</span> ${catalogue[code].title}.
          </li>`,
      )}
    </ul>
  </details>`
}

/** The path of a route, which breaks between its parts and never inside a name. */
function pathText(path: string): Html {
  const parts = path.split('/').slice(1)
  return html`<code class="path"
    >${parts.map((part, index) => html`${index === 0 ? '' : raw('<wbr>')}<span>/${part}</span>`)}</code
  >`
}
