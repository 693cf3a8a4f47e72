// @ts-check
import { markOwn, orderOf, watchCallbacks } from './callbacks.js'
import { openByButton } from './drawer.js'
import { formatted, line, say } from './elements.js'
import { answersOf, keepTogether, requestFields } from './requestForm.js'
import { fillWallet, showWallet } from './wallet.js'

/*
 * The shop's page. It asks its own backend for a widget request, opens it with the exchange's loader, and shows what
 * the backend has verified. What the widget says on the way is a hint; callbacks are what counts.
 */

/**
 * @typedef {{ close(): void }} Widget
 * @typedef {'inline' | 'modal'} Mode
 * @typedef {{ requestId: string, mode: Mode, onEvent?: (event: { kind: string }) => void }} Options
 * @typedef {{ mount(target: Element, options: Options): Widget }} Loader
 * @typedef {import('./callbacks.js').Received} Received
 * @typedef {{ method: string, path: string, headers: Record<string, string> }} Sent
 */

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
openByButton()
watchCallbacks(hear)

/** @param {HTMLFormElement} form @param {Element} target */
async function buy(form, target) {
  const text = answersOf(form)
  complain('')
  const mode = modeOf(text('mode'))
  // The page makes room at the press, so that nothing moves when the answer is there.
  target.classList.toggle('opening', mode === 'inline')
  const fields = requestFields(text)
  const reply = await fetch('/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  }).catch(() => undefined)
  const { sent, ...answer } = (await reply?.json().catch(() => undefined)) ?? {}
  explain(sent, fields, `${reply?.status ?? 'No answer'}\n${formatted(answer)}`)
  if (!reply?.ok || !answer.request_id) {
    target.classList.remove('opening')
    complain(answer.detail ?? 'The shop does not answer. Nothing was ordered: try again in a moment.')
    return
  }
  history.replaceState(null, '', `#${new URLSearchParams({ request: answer.request_id, mode })}`)
  show(target, answer.request_id, mode)
  target.classList.remove('opening')
}

/** On a phone the widget has the whole screen. @param {string} chosen @returns {Mode} */
function modeOf(chosen) {
  if (chosen === 'inline' || chosen === 'modal') return chosen
  return matchMedia('(max-width: 479px) and (pointer: coarse)').matches ? 'modal' : 'inline'
}

/** Shows the request of the shop's server as it went out. @param {Sent | undefined} sent @param {object} fields @param {string} answered */
function explain(sent, fields, answered) {
  const { method, path, headers } = sent ?? {
    method: 'POST',
    path: '/api/v2/partner/create_request',
    headers: {},
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  say('#asked', `${[`${method} ${path}`, ...lines].join('\n')}\n\n${formatted(fields)}\n\n${answered}`)
}

/** Where the page is one column, the widget opens below what can be seen. @param {Element} target */
function bringIntoSight(target) {
  const { top } = target.getBoundingClientRect()
  if (top < 0 || top > innerHeight / 3) target.scrollIntoView({ block: 'start' })
}

/** @param {Element} target @param {string} requestId @param {Mode} mode */
function show(target, requestId, mode) {
  /** @type {Loader | undefined} */
  const loader = Reflect.get(window, 'Cambio')
  if (!loader) {
    complain('The widget did not load: is the exchange running?')
    return
  }
  widget?.close()
  target.replaceChildren()
  say('#mounted', `Cambio.mount(element, ${formatted({ requestId, mode })})`)
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
  if (mode === 'inline') bringIntoSight(target)
}

/** The way back to an order whose dialog was closed: a payment may go on without it. @param {() => void} open */
function reopening(open) {
  const button = line('button', 'Open your order')
  button.addEventListener('click', open)
  return button
}

/** @param {string} sentence */
function complain(sentence) {
  say('#problem', sentence)
}

/** @param {Received[]} received */
function hear(received) {
  const orders = received.map(orderOf).filter((order) => order !== undefined)
  for (const order of orders) fillWallet(order)
  showWallet()
  markOwn(new URLSearchParams(location.hash.slice(1)).get('request') ?? '')
  tellOutcome(orders)
}

/** On a return page: the last verified word about its order. @param {import('./callbacks.js').Order[]} orders */
function tellOutcome(orders) {
  const section = document.querySelector('#outcome-section')
  if (!(section instanceof HTMLElement)) return
  for (const { partner_order_id, status } of orders)
    if (partner_order_id === section.dataset['order']) say('#verified-status', status)
}
