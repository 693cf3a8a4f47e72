// Opens widget requests of the reader's choice and shows what is sent for them, and what the widget tells its page.
import { copySamples } from './copySamples.js'
import { presets } from './presets.js'
import { rememberLanguage } from './rememberLanguage.js'
import { signatureOf } from './signatureOf.js'
import { switchTheme } from './switchTheme.js'

/**
 * @typedef {{ kind: string, client_order_id?: string }} WidgetEvent
 * @typedef {{ mount(target: Element, options: object): { close(): void } }} Loader
 */

const form = document.querySelector('form')
const target = document.querySelector('#widget')
const log = document.querySelector('#events')

/** What is open: the request, its order once there is one, and the widget. @type {{ request: string, order?: string, widget: { close(): void } } | undefined} */
let open

switchTheme()
rememberLanguage()
copySamples()
if (form) begin(form)

/** @param {HTMLFormElement} form */
function begin(form) {
  const shared = new URLSearchParams(window.location.hash.slice(1))
  fill(form, shared.size > 0 ? shared : new URLSearchParams(presets['card']))
  void showPrograms(form)
  form.addEventListener('input', (event) => {
    const preset = event.target instanceof HTMLSelectElement && event.target.name === 'preset'
    if (preset) fill(form, new URLSearchParams(presets[event.target.value] ?? {}))
    void showPrograms(form)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void openRequest(form)
  })
  document.querySelector('#share')?.addEventListener('click', () => void share(form))
  for (const button of document.querySelectorAll('#clock [data-advance]'))
    button.addEventListener('click', () => void advance(Number(button.getAttribute('data-advance'))))
  document.querySelector('#transfer')?.addEventListener('click', () => void transfer())
}

/** Sets the parameters to these and leaves the others empty. @param {HTMLFormElement} form @param {URLSearchParams} values */
function fill(form, values) {
  for (const input of inputs(form)) {
    if (input.name === 'preset') continue
    const value = values.get(input.name)
    if (value !== null) input.value = value
    else if ('parameter' in input.dataset) input.value = ''
  }
}

/** @param {HTMLFormElement} form */
function inputs(form) {
  return [...form.elements].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement,
  )
}

/** @param {HTMLFormElement} form @returns {Record<string, string>} */
function parametersOf(form) {
  const given = inputs(form).filter(({ dataset, value }) => 'parameter' in dataset && value.trim() !== '')
  return Object.fromEntries(given.map(({ name, value }) => [name, value.trim()]))
}

/** @param {HTMLFormElement} form */
async function showPrograms(form) {
  const programs = await post('/playground/samples', parametersOf(form))
  if (programs.status !== 200) return
  for (const sample of document.querySelectorAll('pre[data-in]'))
    sample.textContent = programs.body[sample.getAttribute('data-in') ?? ''] ?? ''
}

/** @param {HTMLFormElement} form */
async function openRequest(form) {
  const path = '/api/v2/partner/create_request'
  const body = JSON.stringify(parametersOf(form))
  const { key = '', secret = '' } = form.dataset
  complain('')
  const headers = { 'API-Key': key, 'API-Signature': await signatureOf(secret, path + body) }
  const answer = await send(path, body, headers)
  tell(`POST ${path}: ${answer.status}`, answer.body)
  if (answer.status !== 200) return complain(`${answer.body.code}: ${answer.body.detail}`)
  show(form, await begun(answer.body.request_id, form.querySelector('[name=screen]')))
}

/**
 * Leaves the buyer at a step of the widget, as if they had come so far before.
 * @param {string} requestId
 * @param {Element | null} choice
 * @returns {Promise<string>} the request that is to be opened
 */
async function begun(requestId, choice) {
  const screen = choice instanceof HTMLSelectElement ? choice.value : ''
  if (screen === 'unknown') return 'not-there'
  if (screen === '') return requestId
  const path = `/api/widget/${requestId}/draft`
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ step: screen }) })
  tell(`PUT ${path}: ${answer.status}`, { step: screen })
  return requestId
}

/** @param {HTMLFormElement} form @param {string} requestId */
function show(form, requestId) {
  /** @type {Loader | undefined} */
  const loader = Reflect.get(window, 'Cambio')
  if (!loader || !target) return complain('The loader is not here: reload the page.')
  open?.widget.close()
  target.replaceChildren()
  const chosen = new FormData(form)
  const widget = loader.mount(target, {
    requestId,
    mode: chosen.get('mode'),
    appearance: chosen.get('appearance'),
    ...(chosen.get('locale') && { locale: chosen.get('locale') }),
    /** @param {WidgetEvent} event */
    onEvent(event) {
      if (open && event.client_order_id !== undefined) open.order = event.client_order_id
      if (event.kind !== 'resize') tell(`Widget: ${event.kind}`, event)
    },
  })
  open = { request: requestId, widget }
}

/** @param {number} seconds */
async function advance(seconds) {
  if (!open) return complain('Open the widget first.')
  const answer = await post('/sandbox/clock', { request_id: open.request, advance_seconds: seconds })
  tell(`POST /sandbox/clock: ${answer.status}`, answer.body)
}

async function transfer() {
  if (open?.order === undefined) return complain('Place an order by bank transfer in the widget first.')
  const answer = await fetch(`/sandbox/bank?order=${open.order}`, { method: 'POST' })
  tell(`POST /sandbox/bank: ${answer.status}`, { order: open.order })
}

/** @param {HTMLFormElement} form */
async function share(form) {
  const values = inputs(form).filter(({ name, value }) => name !== 'preset' && value !== '')
  const link = new URL(window.location.href)
  link.hash = String(new URLSearchParams(values.map(({ name, value }) => [name, value])))
  window.history.replaceState(null, '', link)
  await navigator.clipboard.writeText(link.href)
  tell('The link is copied', link.href)
}

/** @param {string} path @param {object} body */
function post(path, body) {
  return send(path, JSON.stringify(body), {})
}

/** @param {string} path @param {string} body @param {Record<string, string>} headers */
async function send(path, body, headers) {
  const all = { 'Content-Type': 'application/json', ...headers }
  const answer = await fetch(path, { method: 'POST', headers: all, body })
  return { status: answer.status, body: await answer.json() }
}

/** @param {string} title @param {unknown} detail */
function tell(title, detail) {
  const item = document.createElement('li')
  const time = document.createElement('time')
  time.textContent = new Date().toLocaleTimeString()
  const name = document.createElement('b')
  name.textContent = title
  const code = document.createElement('pre')
  code.textContent = typeof detail === 'string' ? detail : JSON.stringify(detail)
  item.append(time, name, code)
  log?.prepend(item)
}

/** @param {string} sentence */
function complain(sentence) {
  const problem = document.querySelector('#problem')
  if (problem) problem.textContent = sentence
}
