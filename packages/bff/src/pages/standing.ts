import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Status } from '@cambio/wire/order/orderStatus.ts'
import { html } from 'hono/html'
import type { Language } from './language.ts'
import type { Html } from './Page.ts'

/** What the widget's page says where its script does not come: whose it is, and how the order stands. */
export function standing(input: {
  readonly partnerName: string
  /** Null before there is an order. */
  readonly order: Pick<Order, 'id' | 'status'> | null
  readonly language: Language
}): Html {
  const { partnerName, order, language } = input
  const { by, noOrder, yourOrder, statuses, blocked, needsScript, reload } = words[language]
  return html`<div class="standing" lang="${language}">
    <p><strong>${partnerName}</strong> ${by}</p>
    <h1>${order ? `${yourOrder} ${order.id}` : noOrder}</h1>
    ${order && html`<p>${statuses[order.status]}</p>`}
    <p>${blocked}</p>
    <noscript><p>${needsScript}</p></noscript>
    <p><a href="">${reload}</a></p>
  </div>`
}

const words = {
  en: {
    by: 'with Cambio',
    noOrder: 'There is no order here yet',
    yourOrder: 'Your order',
    blocked:
      'The rest of this page did not load. If you have paid, do not pay again: reload the page, or open it in another browser.',
    needsScript: 'This page needs JavaScript, which is off in this browser.',
    reload: 'Reload',
    statuses: {
      payin_pending: 'It waits for its payment.',
      confirmation_pending: 'It waits for the code that confirms it. Nothing has been paid out.',
      processing: 'It is not paid yet, or its payment is being checked.',
      auth_success: 'The payment was approved. The order goes on by itself.',
      processing_payout: 'The payment is in, and what was bought is being sent.',
      pending: 'Something is needed from you before it goes on.',
      finished: 'It is paid out.',
      canceled: 'It was canceled.',
      error: 'The payment was declined.',
      expired: 'It was not paid in time. Money that still arrives is returned.',
      refunded: 'The money was returned.',
    },
  },
  de: {
    by: 'mit Cambio',
    noOrder: 'Hier gibt es noch keine Bestellung',
    yourOrder: 'Ihre Bestellung',
    blocked:
      'Der Rest dieser Seite wurde nicht geladen. Wenn Sie bezahlt haben, zahlen Sie nicht noch einmal: Laden Sie die Seite neu, oder öffnen Sie sie in einem anderen Browser.',
    needsScript: 'Diese Seite braucht JavaScript, das in diesem Browser ausgeschaltet ist.',
    reload: 'Neu laden',
    statuses: {
      payin_pending: 'Sie wartet auf ihre Zahlung.',
      confirmation_pending: 'Sie wartet auf den Code, der sie bestätigt. Ausgezahlt wurde nichts.',
      processing: 'Sie ist noch nicht bezahlt, oder ihre Zahlung wird geprüft.',
      auth_success: 'Die Zahlung ist genehmigt. Es geht von selbst weiter.',
      processing_payout: 'Die Zahlung ist da, und was gekauft wurde, wird gesendet.',
      pending: 'Bevor es weitergeht, wird etwas von Ihnen gebraucht.',
      finished: 'Sie ist ausgezahlt.',
      canceled: 'Sie wurde storniert.',
      error: 'Die Zahlung wurde abgelehnt.',
      expired: 'Sie wurde nicht rechtzeitig bezahlt. Geld, das noch eintrifft, geht zurück.',
      refunded: 'Das Geld wurde zurückgegeben.',
    },
  },
} as const satisfies Record<
  Language,
  Record<'by' | 'noOrder' | 'yourOrder' | 'blocked' | 'needsScript' | 'reload', string> & {
    readonly statuses: Record<Status, string>
  }
>
