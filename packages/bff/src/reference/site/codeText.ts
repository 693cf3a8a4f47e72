import { html } from 'hono/html'
import type { Html } from '../../pages/Page.ts'
import type { Language } from '../samples/samples.ts'

const word = String.raw`(?<word>\b(?:import|from|const|await|with|as|print|package|func|if|nil|err|return|echo|true|false|null)\b)`
const text = String.raw`(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|${'`[^`]*`'})`
const name = String.raw`(?<name>"(?:[^"\\\n]|\\.)*"(?=:))`
const number = String.raw`(?<number>-?\b\d+(?:\.\d+)?\b)`

/** The tokens that have a colour in each language. */
const patterns: Readonly<Record<Language | 'json', RegExp>> = {
  curl: new RegExp(`${text}|(?<word>\\b(?:curl|openssl|printf)\\b)`, 'g'),
  typescript: new RegExp(`${text}|${word}`, 'g'),
  python: new RegExp(`${text}|${word}`, 'g'),
  php: new RegExp(`${text}|(?<name>\\$\\w+)|${word}`, 'g'),
  go: new RegExp(`${text}|${word}`, 'g'),
  json: new RegExp(`${name}|${text}|${number}|(?<word>\\b(?:true|false|null)\\b)`, 'g'),
}

/** A program or JSON with its tokens marked for colours. */
export function codeText(source: string, language: Language | 'json'): Html {
  let at = 0
  const parts = [...source.matchAll(patterns[language])].map((match) => {
    const before = source.slice(at, match.index)
    at = match.index + match[0].length
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0]
    return html`${before}<span class="${kind}">${match[0]}</span>`
  })
  return html`${parts}${source.slice(at)}`
}
