import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'
import type { Html } from '../Page.ts'
import { notices, plainFrame, type Flash } from './frame.ts'
import { PASSKEY_SCRIPT, passkeySignInForm } from './passkeys.ts'

/** @param sandboxContact whose link is in the outbox; null in live */
export function signInPage(sandboxContact: string | null, flash: Flash = {}): Html {
  const hint =
    sandboxContact === null
      ? ''
      : html`<p>
          Test mode: the contact is <code>${sandboxContact}</code>, and the mail is in the
          <a href="${pages.outbox}">outbox</a>.
        </p>`
  return plainFrame({
    title: 'Sign in',
    script: PASSKEY_SCRIPT,
    body: html`<main>
      <h1>Sign in</h1>
      ${notices(flash)} ${passkeySignInForm}
      <p>For partners. We e-mail you a link that signs you in once.</p>
      <form method="post" action="${pages.partner}/sign-in" class="narrow">
        <label>
          <span>E-mail</span>
          <input name="email" type="email" autocomplete="email" required maxlength="254" />
        </label>
        <button>Mail me a link</button>
      </form>
      ${hint}
      <p>The operator sets your contact address. Ask them if you get no e-mail.</p>
    </main>`,
  })
}

/** The answer to every address, whether or not it is a contact's. */
export function linkSentPage(): Html {
  return plainFrame({
    title: 'Check your e-mail',
    body: html`<main>
      <h1>Check your e-mail</h1>
      <p>If this address is a partner’s contact, a link is on its way. It works once, for 15 minutes.</p>
      <p><a href="${pages.partner}">Use another address</a></p>
    </main>`,
  })
}

/**
 * Asks the contact to press a button: opening the link alone does nothing, since programs that scan mail open links.
 */
export function pressPage(): Html {
  return plainFrame({
    title: 'Sign in',
    body: html`<main>
      <h1>Sign in</h1>
      <p>Press the button to sign in with this browser. The link then no longer works.</p>
      <form method="post" class="actions"><button>Sign in</button></form>
      <p>If you did not request this link, close this page.</p>
    </main>`,
  })
}

export function linkExpiredPage(): Html {
  return plainFrame({
    title: 'This link is no longer valid',
    body: html`<main>
      <h1>This link is no longer valid</h1>
      <p>It was already used, or it is older than 15 minutes. Nothing was done.</p>
      <p><a href="${pages.partner}">Ask for a new link</a></p>
    </main>`,
  })
}
