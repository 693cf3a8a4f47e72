import { html } from 'hono/html'
import { document } from './document.ts'

const outcomes = {
  well: {
    title: 'Thank you',
    text: 'Your coins are on their way to your wallet, or have already arrived.',
  },
  wrong: {
    title: 'That did not work out',
    text: 'No coins were sent. If money was taken from your card, it is being returned.',
  },
}

/** Where the widget's Done leads. The address in the browser proves nothing, so the verified callback is shown. */
export function returnPage({ went, orderId }: { went: keyof typeof outcomes; orderId: string | undefined }) {
  const { title, text } = outcomes[went]
  return document(
    title,
    html`
      <section aria-labelledby="outcome" id="outcome-section" data-order="${orderId ?? ''}">
        <h1 id="outcome">${title}</h1>
        <p class="lead">${text}</p>
        <dl>
          <dt>Order</dt>
          <dd>${orderId ?? 'unknown'}</dd>
          <dt>Status by callback</dt>
          <dd id="verified-status">none yet</dd>
        </dl>
        <p><a href="/">Back to the shop</a></p>
      </section>
      <script type="module" src="/assets/shop.js"></script>
    `,
  )
}
