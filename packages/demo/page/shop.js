// @ts-check

/*
 * The shop's page. It asks its own backend for a widget request, opens it with the exchange's loader, and shows what
 * the backend has verified. What the widget says on the way is a hint; callbacks are what counts.
 */

/**
 * @typedef {{ close(): void }} Widget
 * @typedef {{ requestId: string, mode: 'inline' | 'modal', onEvent?: (event: { kind: string }) => void }} Options
 * @typedef {{ mount(target: Element, options: Options): Widget }} Loader
 * @typedef {{ partner_order_id: string, client_order_id?: string, status: string, substatus?: string | null,
 *   payin_amount: string | number, payin_currency: string, payout_amount: string | number,
 *   payout_currency: string }} Order
 * @typedef {{ client_order_id: string, partner_order_id: string, code: string }} Withdrawal
 * @typedef {{ client_order: Order } | Order | { withdrawal: Withdrawal }} Callback
 * @typedef {{ at: string } & ({ is: 'verified', callback: Callback } | { is: 'refused', why: string })} Received
 */

/** As many callbacks as the backend keeps. */
const MOST_SHOWN = 200

const form = document.querySelector('form')
const target = document.querySelector('#widget')
/** @type {Widget | undefined} */
let widget

if (form && target) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void buy(form, target)
  })
  // The request stands in the address, so that a reload comes back to the same purchase.
  const state = new URLSearchParams(location.hash.slice(1))
  const requestId = state.get('request')
  if (requestId) show(target, requestId, state.get('mode') === 'modal' ? 'modal' : 'inline')
}
keepTogether()
watch()

/** @param {HTMLFormElement} form @param {Element} target */
async function buy(form, target) {
  const answers = new FormData(form)
  /** @param {string} name */
  const text = (name) => {
    const value = answers.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  complain('')
  const mode = text('mode') === 'modal' ? 'modal' : 'inline'
  // The page makes room at the press, so that nothing moves when the answer is there.
  target.classList.toggle('opening', mode === 'inline')
  const fields = requestFields(text)
  const reply = await fetch('/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  }).catch(() => undefined)
  const answer = await reply?.json().catch(() => undefined)
  explain(
    '#asked',
    `POST /api/v2/partner/create_request\n${formatted(fields)}\n\n${reply?.status ?? 'No answer'}\n${formatted(answer)}`,
  )
  if (!reply?.ok || !answer?.request_id) {
    target.classList.remove('opening')
    complain(answer?.detail ?? 'The shop does not answer. Nothing was ordered: try again in a moment.')
    return
  }
  history.replaceState(null, '', `#${new URLSearchParams({ request: answer.request_id, mode })}`)
  show(target, answer.request_id, mode)
  target.classList.remove('opening')
  if (mode === 'inline') bringIntoSight(target)
}

/**
 * Each choice takes along those that it rules out: coins are paid in crypto and buy another coin, a bank transfer is in
 * euro. An amount that nobody has typed becomes a usual one of the currency.
 */
function keepTogether() {
  const [currency, group, coin] = ['payin_currency', 'payin_group', 'payout_currency'].map((name) =>
    document.querySelector(`select[name=${name}]`),
  )
  const amount = document.querySelector('input[name=amount]')
  if (!(currency instanceof HTMLSelectElement) || !(group instanceof HTMLSelectElement)) return
  if (!(coin instanceof HTMLSelectElement) || !(amount instanceof HTMLInputElement)) return
  let isTyped = false
  const settle = () => {
    if (!isTyped) amount.value = currency.selectedOptions[0]?.dataset['amount'] ?? amount.value
    if (coin.value === currency.value) choose(coin, ({ value }) => value !== currency.value)
  }
  amount.addEventListener('input', () => void (isTyped = true))
  currency.addEventListener('change', () => {
    if (isCoin(currency.selectedOptions[0])) group.value = 'crypto'
    else if (group.value === 'crypto' || currency.value !== 'EUR') group.value = 'card'
    settle()
  })
  group.addEventListener('change', () => {
    if (group.value === 'sepa') currency.value = 'EUR'
    else if (isCoin(currency.selectedOptions[0]) !== (group.value === 'crypto'))
      choose(currency, (option) => isCoin(option) === (group.value === 'crypto'))
    settle()
  })
  coin.addEventListener('change', () => {
    if (coin.value === currency.value)
      choose(currency, (option) => isCoin(option) && option.value !== coin.value)
    settle()
  })
}

/** @param {HTMLOptionElement | undefined} option */
function isCoin(option) {
  return option?.dataset['kind'] === 'crypto'
}

/** Chooses the first that will do. @param {HTMLSelectElement} select @param {(option: HTMLOptionElement) => boolean} will */
function choose(select, will) {
  select.value = [...select.options].find(will)?.value ?? select.value
}

/** Where the page is one column, as on a phone, the widget opens below what can be seen. @param {Element} target */
function bringIntoSight(target) {
  if (target.getBoundingClientRect().top > innerHeight / 2) target.scrollIntoView({ block: 'start' })
}

/**
 * What the backend is to open: fields of the shop's own, or defaults that the buyer may change. An address is always
 * the shop's, and fixes the coin it belongs to.
 * @param {(name: string) => string} text
 */
function requestFields(text) {
  const suffix = text('settled') === 'fixed' ? '' : '_default'
  const address = text('dst_address')
  const coin = address === '' ? suffix : ''
  return {
    [`payin_amount${suffix}`]: text('amount'),
    [`payin_currency${suffix}`]: text('payin_currency'),
    [`payin_group${suffix}`]: text('payin_group'),
    [`payout_currency${coin}`]: text('payout_currency'),
    [`payout_group${coin}`]: 'crypto',
    ...(address === '' ? {} : { dst_address: address }),
  }
}

/** @param {Element} target @param {string} requestId @param {'inline' | 'modal'} mode */
function show(target, requestId, mode) {
  /** @type {Loader | undefined} */
  const loader = Reflect.get(window, 'Cambio')
  if (!loader) {
    complain('The widget did not load: is the exchange running?')
    return
  }
  widget?.close()
  target.replaceChildren()
  explain('#mounted', `Cambio.mount(element, ${formatted({ requestId, mode })})`)
  markOwn(requestId)
  let ordered = false
  widget = loader.mount(target, {
    requestId,
    mode,
    onEvent({ kind }) {
      if (kind === 'order') ordered = true
      if (kind === 'close' && ordered) target.replaceChildren(reopening(() => show(target, requestId, mode)))
    },
  })
  // Who pressed Buy at the end of a long form sees the widget from its beginning.
  target.scrollIntoView({ block: 'start' })
}

/** The way back to an order whose dialog was closed: a payment may go on without it. @param {() => void} open */
function reopening(open) {
  const button = line('button', 'Open your order')
  button.addEventListener('click', open)
  return button
}

/** @param {string} sentence */
function complain(sentence) {
  const problem = document.querySelector('#problem')
  if (problem) problem.textContent = sentence
}

/** Each connection begins with everything that the backend keeps, and goes on with what is new. */
function watch() {
  const list = document.querySelector('#callbacks')
  const events = new EventSource('/events')
  events.addEventListener('open', () => list?.replaceChildren())
  events.addEventListener('message', ({ data }) => {
    /** @type {Received[]} */
    const received = JSON.parse(data)
    list?.prepend(...received.toReversed().map(entry))
    for (const one of received) fillWallet(one)
    markOwn(new URLSearchParams(location.hash.slice(1)).get('request') ?? '')
    for (const old of Array.from(list?.children ?? []).slice(MOST_SHOWN)) old.remove()
    outcome(received)
  })
}

/** @param {string} place @param {string} text */
function explain(place, text) {
  const shown = document.querySelector(place)
  if (shown) shown.textContent = text
}

/** @param {unknown} json */
function formatted(json) {
  return JSON.stringify(json, null, 2) ?? ''
}

/** Marks the callbacks of the purchase that is open: its order has the id of its request. @param {string} requestId */
function markOwn(requestId) {
  for (const item of document.querySelectorAll('#callbacks li'))
    item.toggleAttribute('data-own', item.getAttribute('data-order') === requestId)
}

/** What was paid out of each coin, by the orders that verified callbacks say are finished. @type {Map<string, Order>} */
const finished = new Map()

/** @param {Received} received */
function fillWallet(received) {
  if (received.is !== 'verified' || 'withdrawal' in received.callback) return
  const order = orderOf(received.callback)
  if (order.status !== 'finished') return
  finished.set(order.partner_order_id, order)
  /** @type {Map<string, string>} */
  const sums = new Map()
  for (const { payout_currency: coin, payout_amount: amount } of finished.values())
    sums.set(coin, sum(sums.get(coin) ?? '0', String(amount)))
  const coins = [...sums].map(([coin, amount]) => {
    const item = document.createElement('li')
    item.append(line('strong', amount), line('span', coin))
    return item
  })
  document.querySelector('#wallet')?.replaceChildren(...coins)
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

/** @param {Received} received */
function entry(received) {
  const item = document.createElement('li')
  item.className = received.is
  if (received.is === 'refused') {
    item.append(line('strong', 'Refused'), line('span', `not signed by the exchange: ${received.why}`))
  } else {
    const { callback } = received
    const about = 'withdrawal' in callback ? callback.withdrawal : orderOf(callback)
    item.dataset['order'] = about.partner_order_id
    item.append(
      ...('code' in about ? codeLines(about) : orderLines(about)),
      line('span', 'signature verified'),
    )
  }
  const time = line('time', new Date(received.at).toLocaleTimeString())
  item.append(time)
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

/** @param {{ client_order: Order } | Order} callback */
function orderOf(callback) {
  return 'client_order' in callback ? callback.client_order : callback
}

/** On a return page: the last verified word about its order. @param {Received[]} received */
function outcome(received) {
  const section = document.querySelector('#outcome-section')
  const status = document.querySelector('#verified-status')
  if (!(section instanceof HTMLElement) || !status) return
  for (const one of received) {
    if (one.is !== 'verified' || 'withdrawal' in one.callback) continue
    const order = orderOf(one.callback)
    if (order.partner_order_id === section.dataset['order']) status.textContent = order.status
  }
}

/** @param {string} tag @param {string} text */
function line(tag, text) {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}
