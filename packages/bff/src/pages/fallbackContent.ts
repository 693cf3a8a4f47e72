import type { Order } from '@cambio/exchange/order/Order.ts'
import { directionOf } from '@cambio/wire/language/directionOf.ts'
import type { Language } from '@cambio/wire/language/languages.ts'
import { html } from 'hono/html'
import type { Html } from './Page.ts'
import { sayIn } from './sayIn.ts'

/** What the widget's page shows if its script does not load: the operator, and the order's status. */
export function fallbackContent(input: {
  readonly partnerName: string
  /** Null before there is an order. */
  readonly order: Pick<Order, 'id' | 'status'> | null
  readonly language: Language
  /** The footer with the operator. */
  readonly foot: Html | string
}): Html {
  const { partnerName, order, language, foot } = input
  const say = sayIn(language)
  return html`<div class="standing" lang="${language}" dir="${directionOf(language)}">
    <p><strong>${partnerName}</strong> ${say('standing.by')}</p>
    <h1>${order ? say('standing.yourOrder', { id: order.id }) : say('standing.noOrder')}</h1>
    ${order && html`<p>${say(`status.${order.status}`)}</p>`}
    <p>${say('standing.blocked')}</p>
    <noscript><p>${say('standing.needsScript')}</p></noscript>
    <p><a href="">${say('standing.reload')}</a></p>
    ${foot}
  </div>`
}
