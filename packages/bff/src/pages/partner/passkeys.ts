import type { Passkey } from '@cambio/exchange/operator/passkey/PasskeyWrites.ts'
import { datetime } from '@cambio/exchange/order/time.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'
import type { Html } from '../Page.ts'
import { partnerFrame, shortTime, type Flash } from './frame.ts'

/** The script that creates passkeys and signs in by them: no form can do either. */
export const PASSKEY_SCRIPT = '/pages/passkeys.js'

export const PASSKEYS_PATH = `${pages.partner}/passkeys`
export const PASSKEY_SIGN_IN_PATH = `${pages.partner}/passkey-sign-in`

/** A contact's passkeys, and a form for one more. */
export function passkeysPage(input: {
  readonly partner: string
  readonly passkeys: readonly Passkey[]
  /** The passkey that opened this session. */
  readonly current: string | null
  readonly suggestedName: string
  readonly flash?: Flash | undefined
}): Html {
  const { partner, passkeys, current, suggestedName, flash } = input
  return partnerFrame({
    title: 'Passkeys',
    tab: 'passkeys',
    partner,
    flash,
    script: PASSKEY_SCRIPT,
    body: html`<p>
        A passkey signs you in with your fingerprint, face or PIN instead of an e-mail. The mailed link keeps
        working.
      </p>
      ${passkeys.length === 0 ? html`<p>You have no passkeys.</p>` : passkeyList(passkeys, current)}
      <h2>Add a passkey</h2>
      <p data-passkey-missing>This browser cannot create a passkey.</p>
      <form method="post" action="${PASSKEYS_PATH}" class="narrow" data-passkey="create" hidden>
        <label>
          <span>Name</span>
          <input name="name" required maxlength="60" value="${suggestedName}" />
          <small>So that you recognise it in this list.</small>
        </label>
        <input type="hidden" name="credential" />
        <p class="refused" role="alert" hidden></p>
        <button>Add passkey</button>
      </form>`,
  })
}

/** Signs in by a passkey, if the browser supports it. */
export const passkeySignInForm = html`<form
  method="post"
  action="${PASSKEY_SIGN_IN_PATH}"
  class="narrow"
  data-passkey="get"
  hidden
>
  <input type="hidden" name="credential" />
  <p class="refused" role="alert" hidden></p>
  <button class="second">Sign in with a passkey</button>
</form>`

function passkeyList(passkeys: readonly Passkey[], current: string | null): Html {
  return html`<ul class="rows">
    ${passkeys.map(
      ({ id, name, isBackedUp, createdAt, lastUsedAt }) =>
        html`<li>
          <span class="wide"
            >${name}<br /><span class="soft"
              >Added
              ${shortTime(datetime(createdAt))}${
                lastUsedAt === null ? ', not used yet' : html`, used ${shortTime(datetime(lastUsedAt))}`
              }${isBackedUp ? ', backed up' : ', on one device only'}</span
            ></span
          >
          <form method="post" action="${PASSKEYS_PATH}/${id}/remove">
            <button class="plain" aria-label="Remove ${name}">
              ${id === current ? 'Remove and sign out' : 'Remove'}
            </button>
          </form>
        </li>`,
    )}
  </ul>`
}
