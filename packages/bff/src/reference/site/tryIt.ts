import { html } from 'hono/html'
import type { Html } from '../../pages/Page.ts'
import type { SampleCall } from '../samples/SampleCall.ts'
import type { Place } from './Place.ts'

/**
 * A form that sends a call to this sandbox, signed in the browser by the sandbox's published key. Live has none: a
 * partner's secret must not be in a page.
 */
export function tryIt(
  { mode }: Place,
  { name, method, path, search, body, signer, session }: SampleCall,
  title: string,
): Html {
  if (mode !== 'sandbox' || name.startsWith('widget.')) return html``
  return html`<details class="try">
    <summary>Try it</summary>
    <form
      data-method="${method}"
      ${signer ? html`data-key="${signer.apiKey}" data-secret="${signer.secret}"` : ''}
    >
      <label
        >Address<input name="address" value="${path}${search}" spellcheck="false" autocomplete="off"
      /></label>
      ${
        session === undefined
          ? ''
          : html`<label
              >Session<input name="session" value="${session}" spellcheck="false" autocomplete="off"
            /></label>`
      }
      ${
        body === undefined
          ? ''
          : html`<label
              >Body<textarea name="body" rows="${body.split('\n').length}" spellcheck="false">
${body}</textarea>
            </label>`
      }
      <button type="submit" aria-label="Send: ${title}">Send to this sandbox</button>
      <div class="outcome" role="status"></div>
    </form>
  </details>`
}
