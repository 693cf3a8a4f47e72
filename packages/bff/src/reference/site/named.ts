import { catalogue } from '@cambio/wire/http/Problem.ts'
import { html } from 'hono/html'
import type { Html } from '../../pages/Page.ts'
import { chapterPath, topicChapters } from './chapters.ts'

/** A name of the API in a sentence: with an underscore, or a path. */
const names = /(?<![\w/])(?:\/[a-z][\w/{}]*\w|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+)(?!\w)/g

/** A sentence with the API's names as unbreakable code, and its problem codes as links to their advice. */
export function named(sentence: string): Html {
  let at = 0
  const parts = [...sentence.matchAll(names)].map((match) => {
    const before = sentence.slice(at, match.index)
    at = match.index + match[0].length
    return html`${before}${nameText(match[0])}`
  })
  return html`${parts}${sentence.slice(at)}`
}

function nameText(name: string): Html {
  const code = html`<code>${name}</code>`
  return Object.hasOwn(catalogue, name)
    ? html`<a href="${chapterPath(topicChapters.problems)}#${name}">${code}</a>`
    : code
}
