import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import { writeAmount } from '../../protocol/amount.ts'
import { bankStyle } from './bankStyle.ts'
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
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
}

/** The three things a cardholder can do, as buttons of one form. */
export function challengePage(input: {
  transId: string
  challenge: Challenge
  minutesLeft: number
  paResKey: Uint8Array
}) {
  const { transId, challenge, minutesLeft, paResKey } = input
  return document(
    titles[challenge.kind],
    html`
      ${payment(challenge)}
      <form method="post" action="${challenge.termUrl}">
        <input type="hidden" name="MD" value="${transId}" />
        ${decisions.map(
          (decision) =>
            html`<button class="${decision}" name="PaRes" value="${sealPaRes(paResKey, transId, decision)}">
              ${labels[decision]}
            </button>`,
        )}
      </form>
      <p>
        Choose by
        <time datetime="${challenge.expiresAt.toISOString()}">${clockTime(challenge.expiresAt)}</time>
        (${minutesLeft === 1 ? '1 minute' : `${minutesLeft} minutes`} left). After that the payment is
        declined and nothing is charged.
      </p>
      <p>
        No bank is asked here and no money moves. After Approve, the test card decides what comes of the
        payment.
      </p>
    `,
  )
}

/** For a buyer who comes back to a challenge that is over: nothing to decide, and a way on. */
export function closedPage({ transId, challenge }: { transId: string; challenge: Challenge }) {
  return document(
    'This check is over',
    html`
      ${payment(challenge)}
      <p>
        It was answered already, or its time ran out. Continue to the shop to see what became of the payment.
      </p>
      <form method="post" action="${challenge.termUrl}">
        <input type="hidden" name="MD" value="${transId}" />
        <button class="approve">Continue</button>
      </form>
    `,
  )
}

/** For an address that leads to no challenge. It names no way on, since none is known to be right. */
export function unknownPage() {
  return document(
    'This page has nothing to show',
    html`<p>
      The link is incomplete or was changed on the way. Nothing was decided here: go back to the shop and look
      at the payment there.
    </p>`,
  )
}

const titles = { '3ds': 'Confirm your payment', redirect: 'Pay at your bank' }

const labels = { approve: 'Approve', decline: 'Decline', cancel: 'Cancel' }

function payment({ amount, descriptor, card }: Challenge) {
  return html`<dl>
    <div class="amount">
      <dt>Amount</dt>
      <dd>${writeAmount(amount)} ${amount.currency}</dd>
    </div>
    <div>
      <dt>To</dt>
      <dd>${descriptor}</dd>
    </div>
    <div>
      <dt>Card</dt>
      <dd>${card}</dd>
    </div>
  </dl>`
}

function document(title: string, content: ReturnType<typeof html>) {
  return testPage({ place: 'Test bank', title }, content)
}

/** Hours and minutes, in the one time zone that needs no asking. */
function clockTime(at: Date): string {
  return `${at.toISOString().slice(11, 16)} UTC`
}
