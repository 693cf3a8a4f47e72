import { html } from 'hono/html'
import type { Html } from '../../pages/Page.ts'
import { screens } from './screens.ts'

/** The request, by its choice of “Start from”, that reaches a screen; all others are reached by a card purchase. */
const startOf: Readonly<Record<string, string>> = {
  order: 'sepa',
  paid: 'sepa',
  coins: 'crypto',
  'coins:few': 'crypto',
  withdrawal: 'withdrawal',
  discount: 'sepa',
  session: 'sepa',
  expired: 'crypto',
}

/** What goes wrong, by what is chosen in the form for it. */
const errors: Readonly<Record<string, string>> = {
  'preset=card&fault.rates=away': 'Prices are unavailable',
  'preset=card&screen=you&fault.mail=away': 'Mail is unavailable, once a code is asked for',
  'preset=card&screen=card&fault.cards=away': 'The card form is unavailable',
  'preset=sepa&screen=paid&fault.payout=slow': 'The pay-out stays on its way',
  'preset=limit': 'The purchase is over the limit',
  'preset=bounds': 'Refused: less than an order may be',
  'preset=pair': 'Refused: a field and its own default',
}

/** Every screen of the widget and every error as a link that opens it. */
export function gallery(): Html {
  return html`<details id="gallery">
    <summary>Every screen and error, at a press</summary>
    <div>
      ${Object.entries(screens).map(([group, choices]) => linksOf(group, linksTo(choices)))}
      ${linksOf('Errors', errors)}
    </div>
  </details>`
}

function linksTo(choices: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(choices).map(([screen, title]) => [
      String(new URLSearchParams({ preset: startOf[screen] ?? 'card', screen })),
      title,
    ]),
  )
}

function linksOf(group: string, links: Readonly<Record<string, string>>): Html {
  return html`<section>
    <h2>${group}</h2>
    <ul>
      ${Object.entries(links).map(([chosen, title]) => html`<li><a href="#${chosen}&amp;open=1">${title}</a></li>`)}
    </ul>
  </section>`
}
