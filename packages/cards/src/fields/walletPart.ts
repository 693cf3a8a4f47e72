import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
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
    ${offered.map(
      (wallet) =>
        html`<button type="button" value="${wallet}" aria-label="${walletNames[wallet]}">
          ${raw(marks[wallet])}
        </button>`,
    )}
  </fieldset>`
}

/** What a wallet is called: its vendor's name for it, the same in every language. */
export const walletNames: Readonly<Record<Wallet, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
}

const wallets: readonly Wallet[] = ['apple_pay', 'google_pay']

const css =
  '.wallets{display:grid;gap:.5em;min-width:0;margin:0;padding:0;border:0}.wallets[hidden]{display:none}' +
  '.wallets button{min-height:2.75rem;border-color:#000;background:#000;color:#fff;font-size:1em}' +
  '.wallets svg{height:1em;vertical-align:-.125em}.wallets iframe{width:100%;height:34em;border:0}'

/** The style of the buttons, whole, because a space more or less inside the element would be another hash. */
export const walletStyle = raw(`<style>${css}</style>`)

/** By what the page's policy lets that style in. */
export const walletStyleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`

const marks: Readonly<Record<Wallet, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: [
    '<svg viewBox="0 0 48 48" aria-hidden="true">',
    '<path fill="#ea4335" d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"/>',
    '<path fill="#4285f4" d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"/>',
    '<path fill="#fbbc05" d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"/>',
    '<path fill="#34a853" d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"/>',
    '</svg> Pay',
  ].join(''),
}
