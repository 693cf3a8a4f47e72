import { html } from 'hono/html'
import type { Verification } from '@cambio/exchange/limit/VerificationStore.ts'
import type { VerificationLevel } from '@cambio/wire/Payment.ts'
import { page, type Html } from './Page.ts'

/** What a verification level asks of a person. */
const asks: Readonly<Record<VerificationLevel, string>> = {
  unverified: 'nothing',
  email_phone: 'your e-mail address',
  basic: 'your personal details',
  identity: 'your identity document',
  address: 'a proof of your address',
  bank_statement: 'a bank statement',
}

/** The sandbox's stand-in for a provider of identity checks: two buttons. */
export function verificationPage({ level, orderId }: Verification): Html {
  return page({
    title: 'Verification',
    body: html`<main>
      <h1>Verification</h1>
      <p>
        Test mode. Here a provider would check ${asks[level]}. Decide what it found;
        ${orderId === null ? 'your limit rises with it.' : 'your order goes on with it.'}
      </p>
      <form method="post" class="actions">
        <button name="decision" value="approve">Approve</button>
        <button name="decision" value="refuse" class="second">Refuse</button>
      </form>
    </main>`,
  })
}

export function verifiedPage({ orderId }: Verification, approved: boolean): Html {
  return page({
    title: 'Verification',
    body: approved
      ? html`<main>
          <h1>Approved</h1>
          <p>Your limit is raised. Go back to your order to pay; no money has moved yet.</p>
        </main>`
      : html`<main>
          <h1>Refused</h1>
          <p>
            ${orderId === null ? 'Your limit stays as it is.' : 'The order was canceled.'} No money has moved.
          </p>
        </main>`,
  })
}
