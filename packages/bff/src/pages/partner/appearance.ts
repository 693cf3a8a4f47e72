import { pages } from '@cambio/wire/http/pages.ts'
import { MOST_OWN_LOGO_BYTES, type PartnerAccount } from '@cambio/wire/partner/PartnerAccount.ts'
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
      }
      <h2>Logo</h2>
      <p>
        Buyers see it instead of your name. A PNG, a WebP or a plain SVG of at most
        ${MOST_OWN_LOGO_BYTES / 1024} kB.
      </p>
      ${logoForm('logo', 'Logo', account.logo)}
      ${logoForm('logo_dark', 'Logo for dark backgrounds', account.logo_dark)}`,
  })
}

function logoForm(which: 'logo' | 'logo_dark', name: string, current: string | null): Html {
  const what = name.toLowerCase()
  return html`<form
    method="post"
    action="${APPEARANCE_PATH}/logo"
    enctype="multipart/form-data"
    class="narrow"
  >
    <input type="hidden" name="which" value="${which}" />
    ${current === null ? '' : html`<img class="logo ${which}" src="${current}" alt="${name}, as it is now" />`}
    <label>
      <span>${name}</span>
      <input type="file" name="file" accept=".png,.webp,.svg" required />
    </label>
    <button name="act" value="save">Save ${what}</button>
    ${
      current === null
        ? ''
        : html`<button name="act" value="remove" class="second" formnovalidate>Remove ${what}</button>`
    }
  </form>`
}
