import { pages } from '@cambio/wire/http/pages.ts'
import type { BalanceEntry } from '@cambio/wire/partner/Balance.ts'
import type { StatementRow } from '@cambio/wire/partner/PartnerAccount.ts'
import { html } from 'hono/html'
import type { Html } from '../Page.ts'
import { partnerFrame, shortTime } from './frame.ts'

const kinds: Readonly<Record<StatementRow['kind'], string>> = {
  order: 'Order',
  payout: 'Paid to you',
  bank_payout: 'On its way to your bank',
  bank_payout_returned: 'Sent back by your bank',
  carried_forward: 'Sum of earlier entries',
  other: 'Other',
}

/** A partner's balances, and the entries of a month. */
export function moneyPage(input: {
  readonly partner: string
  readonly balances: readonly BalanceEntry[]
  readonly month: string
  readonly rows: readonly StatementRow[]
  /** Whether the month has more entries than are shown. */
  readonly isCut: boolean
}): Html {
  const { partner, balances, month, rows, isCut } = input
  return partnerFrame({
    title: 'Balances',
    tab: 'money',
    partner,
    body: html`${balances.length === 0 ? html`<p>You have no balance with the exchange.</p>` : ''}
      <ul class="rows">
        ${balances.map(
          ({ amount, currency }) =>
            html`<li><span class="wide">${currency}</span> <span class="number">${amount}</span></li>`,
        )}
      </ul>
      <p>The operator pays out balances.</p>
      <h2>Statement</h2>
      <form method="get" action="${pages.partner}/money" class="pair">
        <label><span>Month</span><input name="month" type="month" value="${month}" required /></label>
        <div class="actions">
          <button class="second">Show month</button>
          <button class="second" formaction="${pages.partner}/statement.csv">Download CSV</button>
        </div>
      </form>
      ${rows.length === 0 ? html`<p>There are no entries in this month.</p>` : ''}
      <ul class="rows">
        ${rows.map(
          ({ at, kind, client_order_id: order, currency, amount, balance }) =>
            html`<li>
              ${shortTime(at)} <span class="wide">${kinds[kind]} ${order ?? ''}</span>
              <span class="number">${amount} ${currency}</span>
              <span class="soft number">then ${balance} ${currency}</span>
            </li>`,
        )}
      </ul>
      ${isCut ? html`<p>This month has more entries. The CSV file has all of them.</p>` : ''}`,
  })
}
