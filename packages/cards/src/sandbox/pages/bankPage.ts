import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import { writeAmount } from '../../protocol/amount.ts'
import { bankStyle } from './bankStyle.ts'
import { bankWords, type BankLanguage, type BankWords } from './bankWords.ts'
import type { Challenge } from './Challenges.ts'
import { decisions, sealPaRes } from './PaRes.ts'
import { testPage } from './testPage.ts'

/**
 * Any page may hold the bank's, as it is with banks, so there is no frame-ancestors. There is no script, one style
 * known by its hash, and its forms go to the platform alone.
 */
export const bankHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(bankStyle).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; '),
  'Cache-Control': 'no-store',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
}

/** The three things a cardholder can do, as buttons of one form. */
export function challengePage(input: {
  transId: string
  challenge: Challenge
  minutesLeft: number
  paResKey: Uint8Array
  language: BankLanguage
}) {
  const { transId, challenge, minutesLeft, paResKey, language } = input
  const words = bankWords(language)
  const until = html`<time dir="ltr" datetime="${challenge.expiresAt.toISOString()}"
    >${clockTime(challenge.expiresAt)}</time
  >`
  return document(
    language,
    words.titles[challenge.kind],
    html`
      ${payment(words, challenge)}
      <form method="post" action="${challenge.termUrl}">
        <input type="hidden" name="MD" value="${transId}" />
        ${decisions.map(
          (decision) =>
            html`<button class="${decision}" name="PaRes" value="${sealPaRes(paResKey, transId, decision)}">
              ${words.decisions[decision]}
            </button>`,
        )}
      </form>
      <p>${words.until(until, minutesLeft)}</p>
      <p>${words.test}</p>
    `,
  )
}

/** For a buyer who comes back to a challenge that is over: nothing to decide, and a way on. */
export function closedPage(input: { transId: string; challenge: Challenge; language: BankLanguage }) {
  const { transId, challenge, language } = input
  const words = bankWords(language)
  return document(
    language,
    words.closed.title,
    html`
      ${payment(words, challenge)}
      <p>${words.closed.text}</p>
      <form method="post" action="${challenge.termUrl}">
        <input type="hidden" name="MD" value="${transId}" />
        <button class="approve">${words.closed.go}</button>
      </form>
    `,
  )
}

/** For an address that leads to no challenge. It names no way on, since none is known to be right. */
export function unknownPage(language: BankLanguage) {
  const { title, text } = bankWords(language).unknown
  return document(language, title, html`<p>${text}</p>`)
}

/** Amounts and card numbers read from left to right among any words. */
function payment(words: BankWords, { amount, descriptor, card }: Challenge) {
  return html`<dl>
    <div class="amount">
      <dt>${words.amount}</dt>
      <dd dir="ltr">${writeAmount(amount)} ${amount.currency}</dd>
    </div>
    <div>
      <dt>${words.to}</dt>
      <dd dir="auto">${descriptor}</dd>
    </div>
    <div>
      <dt>${words.card}</dt>
      <dd dir="ltr">${card}</dd>
    </div>
  </dl>`
}

function document(language: BankLanguage, title: string, content: ReturnType<typeof html>) {
  return testPage({ place: bankWords(language).bank, title, language }, content)
}

/** Hours and minutes, in the one time zone that needs no asking. */
function clockTime(at: Date): string {
  return `${at.toISOString().slice(11, 16)} UTC`
}
