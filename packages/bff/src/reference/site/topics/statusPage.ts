import { html } from 'hono/html'
import type { Html } from '../../../pages/Page.ts'
import { attemptResults, refundReasons } from '../../attemptResults.ts'
import { declineReasons } from '../../declineReasons.ts'
import { plainStatuses, statuses, subStatuses } from '../../statuses.ts'
import { named } from '../named.ts'
import { meaningList, section } from './section.ts'

/** The statuses of an order, and the reasons for declines and refunds. */
export function statusPage(): Html {
  return html`${section(
    'statuses',
    'Order statuses',
    html`${meaningList(statuses)}
      <p>${named(plainStatuses)}</p>`,
  )}
  ${section(
    'substatuses',
    'Substatuses',
    html`<p>What a pending order waits for.</p>
      ${meaningList(subStatuses)}`,
  )}
  ${section(
    'attempts',
    'Attempts to pay',
    html`<p>What <code>attempts[].result</code> says of each.</p>
      ${meaningList(attemptResults)}`,
  )}
  ${section(
    'refund-reasons',
    'Refund reasons',
    html`<p>
        What <code>refund_reason</code> says while money goes back, or waits to, and once it is back. Where
        several payments went back, it is the reason of the last.
      </p>
      ${meaningList(refundReasons)}`,
  )}
  ${section(
    'declines',
    'Decline reasons',
    html`<p>
        What <code>error_message</code> says when no card was accepted: the bank’s reason for the last one.
      </p>
      <ul class="reasons">
        ${declineReasons.map((reason) => html`<li>${reason}</li>`)}
      </ul>`,
  )}`
}
