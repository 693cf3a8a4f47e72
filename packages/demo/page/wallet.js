// @ts-check
import { line, say } from './elements.js'

/** @typedef {import('./callbacks.js').Order} Order */

/** Purchases that the activity lists. */
const MOST_SHOWN = 5

/** What an order's status means to Ada; every other one is under way. @type {Readonly<Record<string, string>>} */
const words = {
  finished: 'Paid out',
  refunded: 'Refunded',
  expired: 'Not paid in time',
  canceled: 'Canceled',
  error: 'Not paid',
  confirmation_pending: 'Waits for its code',
}

/** What each order was when its last verified callback came, the newest last. @type {Map<string, Order>} */
const orders = new Map()

/** Fills balances and activity with what a verified callback says. @param {Order} order */
export function fillWallet(order) {
  orders.delete(order.partner_order_id)
  orders.set(order.partner_order_id, order)
}

/** Shows balances and activity as they are now. */
export function showWallet() {
  const all = [...orders.values()]
  const sums = paidOut(all)
  let worth = 0
  for (const row of document.querySelectorAll('#wallet [data-coin]')) {
    const amount = sums.get(row.getAttribute('data-coin') ?? '')
    if (amount === undefined || !(row instanceof HTMLElement)) continue
    row.hidden = false
    const shown = row.querySelector('strong')
    if (shown) shown.textContent = shortened(amount)
    worth += Number(amount) * Number(row.dataset['price'])
  }
  say(
    '#worth',
    new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(worth),
  )
  const newest = all.toReversed().slice(0, MOST_SHOWN)
  document.querySelector('#activity')?.replaceChildren(...newest.map(activity))
}

/**
 * What was paid out of each coin. Coins that were bought to a balance are with the exchange until they are withdrawn,
 * by an order of its own.
 * @param {Order[]} all
 */
export function paidOut(all) {
  /** @type {Map<string, string>} */
  const sums = new Map()
  for (const { status, payout_group, payout_currency: coin, payout_amount: amount } of all)
    if (status === 'finished' && payout_group !== 'balance')
      sums.set(coin, sum(sums.get(coin) ?? '0', String(amount)))
  return sums
}

/** @param {Order} order */
function activity({ status, payin_amount, payin_currency, payout_amount, payout_currency }) {
  const item = document.createElement('li')
  item.append(
    line(
      'span',
      `${shortened(String(payin_amount))} ${payin_currency} for ${shortened(String(payout_amount))} ${payout_currency}`,
    ),
    line('strong', words[status] ?? 'Under way'),
  )
  return item
}

/** An amount as a person reads it: eight decimals at most, without the zeros at their end. @param {string} amount */
function shortened(amount) {
  return amount.replace(/(\.\d{8})\d+$/, '$1').replace(/(\.\d{2}\d*?)0+$/, '$1')
}

/** The sum of two decimals, digit by digit. @param {string} a @param {string} b */
function sum(a, b) {
  const places = Math.max(...[a, b].map((amount) => amount.split('.')[1]?.length ?? 0))
  /** @param {string} amount */
  const units = (amount) => {
    const [whole = '0', part = ''] = amount.split('.')
    return BigInt(whole + part.padEnd(places, '0'))
  }
  const digits = String(units(a) + units(b)).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
