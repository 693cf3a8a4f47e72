import { html } from 'hono/html'
import type { Html } from '../../pages/Page.ts'
import { answerOf } from '../examples.ts'
import { sampleCall } from '../samples/SampleCall.ts'
import { samples, type Language } from '../samples/samples.ts'
import { callTitle } from './callName.ts'
import type { Call } from './chapters.ts'
import { codePanel, copyButton } from './codePanel.ts'
import { codeText } from './codeText.ts'
import type { Place } from './Place.ts'
import { tryIt } from './tryIt.ts'

/** The samples of a call in every language, and its answer. */
export function samplePanel(place: Place, { name, route }: Call): Html {
  const call = sampleCall(place, name, route)
  const title = callTitle(name)
  const languages = Object.keys(samples) as readonly Language[]
  return html`<div class="panel">
    <div class="code request">
      <div class="bar">
        <div class="languages" role="group" aria-label="Language of the sample: ${title}">
          ${languages.map(
            (language) =>
              html`<button
                type="button"
                data-language="${language}"
                aria-pressed="${String(language === 'curl')}"
              >
                ${samples[language].title}
              </button>`,
          )}
        </div>
        ${copyButton(title)}
      </div>
      ${languages.map(
        (language) =>
          html`<pre
            data-in="${language}"
            tabindex="0"
          ><code>${codeText(samples[language].write(call), language)}</code></pre>`,
      )}
      ${tryIt(place, call, title)}
    </div>
    ${codePanel(`Answer to ${title}`, JSON.stringify(answerOf(name, route), null, 2), 'json')}
  </div>`
}
