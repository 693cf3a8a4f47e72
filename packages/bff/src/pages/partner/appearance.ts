import { pages } from '@cambio/wire/http/pages.ts'
import type { PartnerAccount } from '@cambio/wire/partner/PartnerAccount.ts'
import { html } from 'hono/html'
import { correctionText } from '../../brand/themeCorrections.ts'
import type { Html } from '../Page.ts'
import { partnerFrame, type Flash } from './frame.ts'

export const APPEARANCE_PATH = `${pages.partner}/appearance`

/**
 * How the partner's widget looks, with forms to change it.
 * @param input.enteredTheme the text that was refused, so that it can be corrected
 */
export function appearancePage(input: {
  readonly partner: string
  readonly account: PartnerAccount
  readonly enteredTheme?: string | undefined
  readonly flash?: Flash | undefined
}): Html {
  const { partner, account, enteredTheme, flash } = input
  const { theme, theme_corrections: corrections } = account
  const text = enteredTheme ?? (theme ? JSON.stringify(theme, null, 2) : '')
  return partnerFrame({
    title: 'Appearance',
    tab: 'appearance',
    partner,
    flash,
    body: html`<h2>Theme</h2>
      <form method="post" action="${APPEARANCE_PATH}/theme">
        <label>
          <span>Theme of the widget</span>
          <textarea name="theme" rows="10" spellcheck="false">${text}</textarea>
          <small
            >JSON, such as {"tokens":{"accent":"#8a1c4b","radius":"8px"}}. Leave it empty for the standard
            look.</small
          >
        </label>
        <button>Save theme</button>
      </form>
      <p><a href="${pages.guide}/widget/appearance#tokens">All tokens</a></p>
      ${
        corrections.length === 0
          ? ''
          : html`<h3>Corrected for contrast</h3>
              <p>These colours had too little contrast. Buyers see the corrected ones.</p>
              <ul>
                ${corrections.map((correction) => html`<li>${correctionText(correction)}</li>`)}
              </ul>`
      }`,
  })
}
