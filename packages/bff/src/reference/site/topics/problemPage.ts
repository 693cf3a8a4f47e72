import { catalogue, type Code } from '@cambio/wire/http/Problem.ts'
import { refusalsOf } from '@cambio/wire/http/route.ts'
import { html } from 'hono/html'
import type { Html } from '../../../pages/Page.ts'
import { problemExample } from '../../examples.ts'
import { problemAdvice } from '../../problemAdvice.ts'
import { problemMembers } from '../../problemMembers.ts'
import { callAnchor, callTitle } from '../callName.ts'
import { callChapters, chapterPath, widgetChapter } from '../chapters.ts'
import { codePanel } from '../codePanel.ts'
import { named } from '../named.ts'
import { meaningList, section } from './section.ts'

/** Every problem, with what to do about it. */
export function problemPage(): Html {
  const codes = Object.keys(catalogue) as readonly Code[]
  return html`${section(
      'problems',
      'What a problem says',
      html`<p>
          A refusal is <code>application/problem+json</code> (RFC 9457) with <code>success: 0</code>, a stable
          <code>code</code>, the <code>request_id</code> and <code>errors</code>, each with a JSON pointer.
          Decide by <code>code</code>; <code>detail</code> is for people. A declined card is an answer, not a
          problem.
        </p>
        <p>Some problems have a member more for you to act on:</p>
        ${meaningList(memberMeanings)}`,
      codePanel('A problem', JSON.stringify(problemExample, null, 2), 'json'),
    )}
    <section class="call" id="codes">
      <div class="prose wide">
        <h2>All codes</h2>
        ${codes.map(problem)}
      </div>
    </section>`
}

function problem(code: Code): Html {
  const { status, title } = catalogue[code]
  const calls = callersOf.get(code) ?? []
  return html`<section class="problem" id="${code}">
    <h3><code>${code}</code> <span class="type">${status}</span></h3>
    <p class="lead">${title}.</p>
    <p><b>What to do:</b> ${named(problemAdvice[code])}</p>
    ${from(calls)}
  </section>`
}

/** The calls that refuse with it, folded if there are many. */
function from(calls: readonly Caller[]): Html {
  const links = calls.map(
    ({ href, title }, index) => html`${index === 0 ? '' : ' · '}<a href="${href}">${title}</a>`,
  )
  if (calls.length === 0) return html``
  if (calls.length <= FEW) return html`<p class="from">From ${links}</p>`
  return html`<details class="from">
    <summary>From ${calls.length} calls</summary>
    <p>${links}</p>
  </details>`
}

const FEW = 6

type Caller = { readonly href: string; readonly title: string }

/** The calls that refuse with each code. */
const callersOf = new Map<Code, Caller[]>()
for (const chapter of [...callChapters, widgetChapter])
  for (const { name, route } of chapter.calls)
    for (const code of refusalsOf(route)) {
      const call = {
        href: `${chapterPath(chapter)}#${callAnchor(route)}`,
        title: `${chapter.title}: ${callTitle(name)}`,
      }
      callersOf.set(code, [...(callersOf.get(code) ?? []), call])
    }

const memberMeanings = Object.fromEntries(
  Object.entries(problemMembers).map(([name, { about }]) => [name, about]),
)
