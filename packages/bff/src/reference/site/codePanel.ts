import { html } from 'hono/html'
import type { Html } from '../../pages/Page.ts'
import type { Language } from '../samples/samples.ts'
import { codeText } from './codeText.ts'

/** A code sample beside the text, with a button to copy it. */
export function codePanel(title: string, source: string, language: Language | 'json'): Html {
  return html`<div class="code">
    <div class="bar"><span class="caption">${title}</span> ${copyButton(title)}</div>
    <pre tabindex="0"><code>${codeText(source, language)}</code></pre>
  </div>`
}

export function copyButton(title: string): Html {
  return html`<button type="button" class="copy" aria-label="Copy: ${title}">Copy</button>`
}
