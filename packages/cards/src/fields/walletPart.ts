import { html } from 'hono/html'
import type { Wallet } from '../means/networkToken/NetworkToken.ts'
import type { WalletOffer } from '../wallets/walletOffer.ts'

/**
 * The wallets' buttons, as part of the page: a form without wallets loads none of them. They are hidden until the
 * browser says that it can open the wallet. Every browser can open a simulated one. The script moves them out of what hides
 * them until their style is there.
 */
export function walletPart(offer: WalletOffer) {
  const isSimulated = Object.values(offer).includes('simulated')
  const offered = wallets.filter((wallet) => offer[wallet] !== undefined)
  return html`<div hidden>
    <fieldset class="wallets" ${isSimulated ? '' : 'hidden'}>
      ${offered.map((wallet) => html`<button type="button" value="${wallet}">${walletNames[wallet]}</button>`)}
    </fieldset>
  </div>`
}

/** The vendor's name of each wallet, in every language. */
export const walletNames: Readonly<Record<Wallet, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
}

const wallets: readonly Wallet[] = ['apple_pay', 'google_pay']
