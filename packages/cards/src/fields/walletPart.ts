import { html } from 'hono/html'
import type { Wallet } from '../means/networkToken/NetworkToken.ts'
import type { WalletOffer } from '../wallets/walletOffer.ts'

/**
 * The wallets' buttons, as the page brings them: a form without wallets has nothing of them to fetch. They are hidden until
 * the browser was asked whether it can open a wallet; what the sandbox plays, every browser can.
 */
export function walletPart(offer: WalletOffer) {
  const isSimulated = Object.values(offer).includes('simulated')
  const offered = wallets.filter((wallet) => offer[wallet] !== undefined)
  return html`<fieldset class="wallets" ${isSimulated ? '' : 'hidden'}>
    ${offered.map((wallet) => html`<button type="button" value="${wallet}">${walletNames[wallet]}</button>`)}
  </fieldset>`
}

/** What a wallet is called: its vendor's name for it, the same in every language. */
export const walletNames: Readonly<Record<Wallet, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
}

const wallets: readonly Wallet[] = ['apple_pay', 'google_pay']
