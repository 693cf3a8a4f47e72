import type { Money } from '@cambio/wire/Money.ts'
import { html } from 'hono/html'
import type { TestCard } from '../../fields/PageData.ts'
import { walletNames } from '../../fields/walletPart.ts'
import type { Wallet } from '../../means/networkToken/NetworkToken.ts'
import { writeAmount } from '../../protocol/amount.ts'
import { testPage } from '../pages/testPage.ts'
import { walletCards } from './walletCards.ts'

/** The cards that the buyer can approve the payment with, as buttons of one form, and a way out. */
export function sheetPage(input: { wallet: Wallet; merchant: string; money: Money }) {
  const { wallet, merchant, money } = input
  return page(
    wallet,
    html`
      <dl>
        <div class="amount">
          <dt>Amount</dt>
          <dd>${writeAmount(money)} ${money.currency}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>${merchant}</dd>
        </div>
      </dl>
      <form method="post">
        ${walletCards(wallet).map(
          ({ outcome }) => html`<button name="outcome" value="${outcome}">${labels[outcome]}</button>`,
        )}
        <button name="outcome" value="cancel">Cancel</button>
      </form>
      <p>No wallet is asked here and no money moves. Each button approves with the card that it names.</p>
    `,
  )
}

/** What the card fields read once the buyer has chosen: the wallet's token, or nothing where they closed the sheet. */
export function closedSheet(wallet: Wallet, token: string | null) {
  return page(
    wallet,
    html`<meta name="wallet-token" content="${token ?? ''}" />
      <p>The sheet closes.</p>`,
  )
}

/** For a session that does not exist, takes nothing any more or offers no wallet. */
export function sheetUnavailable(wallet: Wallet) {
  return page(wallet, html`<p>This payment can no longer be made here. Go back and start it again.</p>`)
}

function page(wallet: Wallet, content: ReturnType<typeof html>) {
  const name = walletNames[wallet]
  return testPage({ place: `Test ${name}`, title: `Pay with ${name}` }, content)
}

const labels: Readonly<Record<TestCard['outcome'], string>> = {
  success: 'Success',
  declined: 'Declined',
  capture_fails: 'Capture fails',
  '3ds_success': '3-D Secure success',
  '3ds_declined': '3-D Secure declined',
  redirect_success: 'Redirect success',
  redirect_declined: 'Redirect declined',
}
