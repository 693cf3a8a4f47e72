import { contract } from '@cambio/wire/http/contract.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { languages } from '@cambio/wire/language/languages.ts'
import { colourNames, otherNames, tokens, type Token, type TokenName } from '@cambio/wire/theme/tokens.ts'
import { Appearance } from '@cambio/wire/widget/Frame.ts'
import { html } from 'hono/html'
import type { Html } from '../../pages/Page.ts'
import type { SandboxFaultSet } from '../../program/sandboxFaults.ts'
import { sandboxPartner } from '../../program/sandboxPartner.ts'
import { exampleCoupon } from '../exampleIds.ts'
import { fieldsOf, type Field } from '../fields.ts'
import { jsonSchema } from '../jsonSchema.ts'
import { samples } from '../samples/samples.ts'
import { stylesheets } from '../site/stylesheets.ts'
import { gallery } from './gallery.ts'
import { screens } from './screens.ts'

const named = new Intl.DisplayNames('en', { type: 'language' })

/** Every parameter of a widget request beside the widget that it opens. */
export function playgroundPage(): Html {
  return html`<!doctype html>
    <html lang="en" data-language="curl">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Cambio playground</title>
        <link rel="icon" type="image/svg+xml" href="${pages.docs}/assets/icon.svg" />
        ${stylesheets()}
        <link rel="stylesheet" href="${pages.docs}/assets/playground.css" />
        <script src="${pages.loader}" defer></script>
        <script type="module" src="${pages.docs}/assets/playground.js"></script>
      </head>
      <body class="playground">
        <header class="top">
          <a href="${pages.playground}"><b>Cambio</b> Playground</a>
          <span><a href="${pages.guide}/">Guide</a> <a href="${pages.docs}">API reference</a></span>
          <button type="button" class="theme" aria-label="Dark colours" aria-pressed="false"></button>
        </header>
        <main>
          <h1>Playground</h1>
          <p class="lead">Choose what a widget request has, open it, and see what your server would send.</p>
          ${gallery()}
          <div class="boards">${requestForm()} ${widgetBoard()} ${programBoard()}</div>
        </main>
      </body>
    </html>`
}

/** Each part of the outside world with what can be wrong with it. */
type Faults = {
  readonly [Part in keyof SandboxFaultSet]-?: {
    readonly title: string
    readonly choices: Readonly<Record<NonNullable<SandboxFaultSet[Part]>, string>>
  }
}

/** What of the outside world can fail, as the sandbox's switch has it. */
const faults = {
  rates: {
    title: 'Prices',
    choices: { away: 'Are unavailable', moved: 'Have moved by 5 % against the buyer' },
  },
  mail: { title: 'Mail', choices: { away: 'Is unavailable' } },
  cards: { title: 'Card form', choices: { away: 'Is unavailable' } },
  card_form: { title: 'Next card form', choices: { expired: 'Has timed out' } },
  verification: { title: 'Identity checks', choices: { away: 'Are unavailable' } },
  payout: { title: 'Pay-out', choices: { slow: 'Stays on its way' } },
} as const satisfies Faults

function requestForm(): Html {
  const fields = fieldsOf(jsonSchema(contract.partner.createRequest.body, 'input'))
  return html`<form
    id="request"
    data-key="${sandboxPartner.apiKey}"
    data-secret="${sandboxPartner.secret}"
    data-coupon="${exampleCoupon}"
  >
    <h2>Request</h2>
    <label
      >Start from
      <select name="preset">
        <option value="">Your own choice</option>
        <option value="card">A card, 100 EUR for ETH, to be changed</option>
        <option value="fixed">The same, fixed, to a wallet that is known</option>
        <option value="limit">Over the limit: identity documents are asked for</option>
        <option value="sepa">A bank transfer</option>
        <option value="crypto">Coins for coins</option>
        <option value="withdrawal">A withdrawal from the buyer’s balance</option>
        <option value="bounds">Refused: less than an order may be</option>
        <option value="pair">Refused: a field and its own default</option>
      </select></label
    >
    <div class="pair">
      <label
        >Shown
        <select name="mode">
          <option value="inline">In the page</option>
          <option value="modal">In a dialog</option>
        </select></label
      >
      <label
        >Language
        <select name="locale">
          <option value="">The browser’s</option>
          ${languages.map((tag) => html`<option value="${tag}">${named.of(tag) ?? tag}</option>`)}
        </select></label
      >
    </div>
    <label
      >Begins at
      <select name="screen">
        ${Object.entries(screens).map(
          ([group, choices]) =>
            html`<optgroup label="${group}">
              ${Object.entries(choices).map(([value, title]) => html`<option value="${value}">${title}</option>`)}
            </optgroup>`,
        )}
      </select></label
    >
    <label
      >Colours
      <select name="appearance">
        <option value="system">The system’s</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select></label
    >
    <fieldset>
      <legend>Outside world, for this request alone</legend>
      ${Object.entries(faults).map(
        ([part, { title, choices }]) =>
          html`<label
            >${title}
            <select name="fault.${part}">
              <option value="">Works</option>
              ${Object.entries(choices).map(
                ([value, says]) => html`<option value="${value}">${says}</option>`,
              )}
            </select></label
          >`,
      )}
    </fieldset>
    <div class="acts">
      <button type="submit">Open the widget</button>
      <button type="button" id="share" class="second">Copy a link to this</button>
    </div>
    <p id="problem" role="alert"></p>
    <fieldset>
      <legend>Parameters</legend>
      ${fields.filter(({ fields: inner, name }) => inner.length === 0 && name !== 'metadata').map(fieldInput)}
      <label
        ><code>metadata</code>
        <textarea
          name="metadata"
          rows="3"
          spellcheck="false"
          data-parameter
          title="Your own notes: one on each line, a key, an equals sign and a value."
          placeholder="invoice=77"
        ></textarea>
      </label>
    </fieldset>
    ${themeFields()}
  </form>`
}

/** Every token of a theme: for both appearances, and each colour for one of them alone. */
function themeFields(): Html {
  const parts = [
    { part: 'tokens', title: 'Theme, in both appearances', names: [...colourNames, ...otherNames] },
    { part: 'light', title: 'Theme, light alone', names: colourNames },
    { part: 'dark', title: 'Theme, dark alone', names: colourNames },
  ]
  return html`<label
      ><code>theme.appearance</code>
      <select name="theme.appearance" data-parameter>
        <option value=""></option>
        ${Appearance.options.map((value) => html`<option>${value}</option>`)}
      </select></label
    >${parts.map(
      ({ part, title, names }) =>
        html`<details class="tokens">
          <summary>${title}</summary>
          ${names.map((name) => tokenInput(part, name))}
        </details>`,
    )}`
}

function tokenInput(part: string, name: TokenName): Html {
  const token = tokens[name]
  return html`<label
    ><code>${name}</code>
    <input
      name="theme.${part}.${name}"
      autocomplete="off"
      spellcheck="false"
      data-parameter
      title="${token.is}"
      placeholder="${standardOf(token)}"
  /></label>`
}

/** What a fresh installation has. */
function standardOf(token: Token): string {
  if ('as' in token) return token.as
  return 'light' in token ? `${token.light}, dark ${token.dark}` : token.value
}

function fieldInput({ name, values, meaning }: Field): Html {
  const input =
    values.length === 0
      ? html`<input name="${name}" autocomplete="off" spellcheck="false" data-parameter title="${meaning}" />`
      : html`<select name="${name}" data-parameter title="${meaning}">
          <option value=""></option>
          ${values.map((value) => html`<option>${value}</option>`)}
        </select>`
  return html`<label><code>${name}</code> ${input}</label>`
}

function widgetBoard(): Html {
  return html`<section aria-labelledby="live">
    <h2 id="live">Widget</h2>
    <div id="widget"><p class="empty">Open the widget, and it appears here.</p></div>
    <h2>Clock and outside world</h2>
    <p>Time passes for this request’s order and its quotes alone.</p>
    <div class="acts" id="clock">
      <button type="button" class="second" data-advance="61">Price runs out</button>
      <button type="button" class="second" data-advance="3600">An hour passes</button>
      <button type="button" class="second" data-advance="604800">A week passes</button>
      <button type="button" class="second" id="transfer">The bank transfer arrives</button>
      <button type="button" class="second" id="line" aria-pressed="false">Offline</button>
    </div>
    <p>
      What a card does is chosen by its expiry: <a href="${pages.docs}/testing#test-data">test cards</a>.
      Mails and codes are in the <a href="${pages.outbox}">outbox</a>.
    </p>
  </section>`
}

function programBoard(): Html {
  return html`<section aria-labelledby="program">
    <h2 id="program">What your server sends</h2>
    <div class="code request">
      <div class="bar">
        <div class="languages" role="group" aria-label="Language">
          ${Object.entries(samples).map(
            ([language, { title }]) =>
              html`<button
                type="button"
                data-language="${language}"
                aria-pressed="${String(language === 'curl')}"
              >
                ${title}
              </button>`,
          )}
        </div>
        <button type="button" class="copy" aria-label="Copy the program">Copy</button>
      </div>
      ${Object.keys(samples).map((language) => html`<pre data-in="${language}" tabindex="0"></pre>`)}
    </div>
    <h2 id="heard">Events</h2>
    <p>What was called, and what the widget told the page, each of which is held to its schema.</p>
    <ol id="events" aria-live="polite" aria-labelledby="heard" tabindex="0"></ol>
  </section>`
}
