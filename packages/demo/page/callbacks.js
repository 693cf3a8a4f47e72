// @ts-check
import { line } from './elements.js'

/**
 * @typedef {{ partner_order_id: string, client_order_id?: string, status: string, substatus?: string | null,
 *   payin_amount: string | number, payin_currency: string, payout_amount: string | number,
 *   payout_currency: string, payout_group: string }} Order
 * @typedef {{ client_order_id: string, partner_order_id: string, code: string }} Withdrawal
 * @typedef {{ client_order: Order } | Order | { withdrawal: Withdrawal } | { type: string }} Callback
 * @typedef {{ at: string } & ({ is: 'verified', callback: Callback } | { is: 'refused', why: string })} Received
 */

/** One for all lines: each that is made takes longer than the rest of its line. */
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** As many callbacks as the backend keeps. */
const MOST_SHOWN = 200

/**
 * Lists what the backend receives, and hands on what is new. Each connection begins with everything that the backend
 * keeps.
 * @param {(received: Received[]) => void} hear
 */
export function watchCallbacks(hear) {
  const list = document.querySelector('#callbacks')
  const events = new EventSource('/events')
  events.addEventListener('open', () => list?.replaceChildren())
  events.addEventListener('message', ({ data }) => {
    /** @type {Received[]} */
    const received = JSON.parse(data)
    list?.prepend(...received.toReversed().map(entry))
    for (const old of Array.from(list?.children ?? []).slice(MOST_SHOWN)) old.remove()
    hear(received)
  })
  const every = document.querySelector('#every')
  every?.addEventListener('change', () => list?.toggleAttribute('data-every', isChecked(every)))
}

/** @param {Element} box */
function isChecked(box) {
  return box instanceof HTMLInputElement && box.checked
}

/** Marks the callbacks of the purchase that is open: its order has the id of its request. @param {string} requestId */
export function markOwn(requestId) {
  document.querySelector('#callbacks')?.toggleAttribute('data-marked', requestId !== '')
  for (const item of document.querySelectorAll('#callbacks li'))
    item.toggleAttribute('data-own', item.getAttribute('data-order') === requestId)
}

/** The order that a verified callback is about; undefined for any other message. @param {Received} received */
export function orderOf(received) {
  if (received.is !== 'verified') return undefined
  const { callback } = received
  if ('client_order' in callback) return callback.client_order
  // Every other kind says what it is; a change in version 1 is the order itself.
  return 'status' in callback ? callback : undefined
}

/** @param {Received} received */
function entry(received) {
  const item = document.createElement('li')
  item.className = received.is
  if (received.is === 'refused') {
    item.append(line('strong', 'Refused'), line('span', `not signed by the exchange: ${received.why}`))
  } else {
    const { callback } = received
    const order = orderOf(received)
    const about = 'withdrawal' in callback ? callback.withdrawal : order
    if (about) item.dataset['order'] = about.partner_order_id
    if (order) item.append(...orderLines(order))
    else if ('withdrawal' in callback) item.append(...codeLines(callback.withdrawal))
    else if ('type' in callback) item.append(line('strong', callback.type))
    item.append(line('span', 'signature verified'))
  }
  item.append(line('time', clock.format(new Date(received.at))))
  return item
}

/** @param {Order} order */
function orderLines(order) {
  return [
    line('strong', order.status),
    line(
      'span',
      `${order.payin_amount} ${order.payin_currency} → ${order.payout_amount} ${order.payout_currency}`,
    ),
    line('span', order.client_order_id ?? order.partner_order_id),
  ]
}

/** A shop sends the code on to its client, by a way that only the client reads. @param {Withdrawal} withdrawal */
function codeLines({ code, client_order_id }) {
  return [
    line('strong', 'withdrawal code'),
    line('span', `${code}, for the client`),
    line('span', client_order_id),
  ]
}
