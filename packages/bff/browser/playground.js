// Opens widget requests of the reader's choice and shows what is sent for them, and what the widget tells its page.
import { copySamples } from './copySamples.js'
import { complain, tell, tellEvent } from './eventLog.js'
import { loseLine, restoreLine } from './line.js'
import { advance, bringTo, setFaults, transfer } from './playBuyer.js'
import { faultsOf, fill, parametersOf, valuesOf } from './playgroundForm.js'
import { presets } from './presets.js'
import { rememberLanguage } from './rememberLanguage.js'
import { sendJson, sendSigned } from './sendJson.js'
import { switchTheme } from './switchTheme.js'

/**
 * @typedef {{ kind: string, client_order_id?: string }} WidgetEvent
 * @typedef {{ mount(target: Element, options: object): { close(): void } }} Loader
 */

const form = document.querySelector('form')
const target = document.querySelector('#widget')
const lineButton = document.querySelector('#line')

/** What is open: the request, its order once there is one, and the widget. @type {{ request: string, order?: string, widget: { close(): void } } | undefined} */
let open
/** How many programs were asked for. The answer to any but the last is out of date. */
let programsAsked = 0
/** How many requests were to be opened. The widget of any but the last is not shown. */
let openings = 0

switchTheme()
rememberLanguage()
copySamples()
if (form) begin(form)

/** @param {HTMLFormElement} form */
function begin(form) {
  followLink(form)
  form.addEventListener('input', (event) => {
    const preset = event.target instanceof HTMLSelectElement && event.target.name === 'preset'
    if (preset) fill(form, new URLSearchParams(presets[event.target.value] ?? {}))
    const fault = event.target instanceof HTMLSelectElement && event.target.name.startsWith('fault.')
    if (fault && open) void setFaults(open.request, faultsOf(form))
    void showPrograms(form)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void openRequest(form)
  })
  document.querySelector('#gallery')?.addEventListener('click', (event) => {
    // With a key held, a browser opens a link beside this page.
    if (!(event.target instanceof HTMLAnchorElement) || !(event instanceof MouseEvent)) return
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    window.history.replaceState(null, '', event.target.href)
    followLink(form)
  })
  document.querySelector('#share')?.addEventListener('click', () => void share(form))
  for (const button of document.querySelectorAll('#clock [data-advance]'))
    button.addEventListener('click', () => void letTimePass(Number(button.getAttribute('data-advance'))))
  document.querySelector('#transfer')?.addEventListener('click', () => void letTransferArrive())
  lineButton?.addEventListener('click', () => setLine(lineButton.getAttribute('aria-pressed') === 'true'))
}

/** Fills the form as the page's address says, and opens the widget where it asks for that. @param {HTMLFormElement} form */
function followLink(form) {
  /** @type {Record<string, string>} */
  const chosen = Object.fromEntries(new URLSearchParams(window.location.hash.slice(1)))
  const isOpened = 'open' in chosen
  const preset = presets[chosen['preset'] ?? (window.location.hash === '' ? 'card' : '')]
  fill(form, new URLSearchParams({ ...(isOpened && withoutFaults(form)), ...preset, ...chosen }))
  void showPrograms(form)
  if (isOpened) void openRequest(form)
}

/** The first screen, in a world where all works. @param {HTMLFormElement} form */
function withoutFaults(form) {
  const chosen = Object.keys(faultsOf(form)).map((part) => [`fault.${part}`, ''])
  return { screen: '', ...Object.fromEntries(chosen) }
}

/** @param {HTMLFormElement} form */
async function showPrograms(form) {
  programsAsked += 1
  const asked = programsAsked
  const programs = await sendJson('/playground/samples', JSON.stringify(parametersOf(form)))
  if (programs.status !== 200 || asked < programsAsked) return
  for (const sample of document.querySelectorAll('pre[data-in]'))
    sample.textContent = programs.body[sample.getAttribute('data-in') ?? ''] ?? ''
}

/** @param {HTMLFormElement} form */
async function openRequest(form) {
  const path = '/api/v2/partner/create_request'
  const parameters = parametersOf(form)
  openings += 1
  const opening = openings
  complain('')
  close()
  const answer = await sendSigned(form, path, JSON.stringify(parameters))
  tell(`POST ${path}: ${answer.status}`, answer.body)
  if (opening < openings) return
  if (answer.status !== 200) return complain(`${answer.body.code}: ${answer.body.detail}`)
  const choice = form.querySelector('[name=screen]')
  const screen = choice instanceof HTMLSelectElement ? choice.value : ''
  const requestId = answer.body.request_id
  const faults = faultsOf(form)
  if (Object.keys(faults).length > 0) await setFaults(requestId, faults)
  const shown = await bringTo(form, requestId, screen, parameters)
  if (opening === openings) show(form, shown, screen !== 'offline')
}

/**
 * @param {HTMLFormElement} form
 * @param {string} requestId
 * @param {boolean} isConnected whether the widget keeps its connection once it is open
 */
function show(form, requestId, isConnected) {
  /** @type {Loader | undefined} */
  const loader = Reflect.get(window, 'Cambio')
  if (!loader || !target) return complain('The loader is not here: reload the page.')
  close()
  const chosen = new FormData(form)
  const widget = loader.mount(target, {
    requestId,
    mode: chosen.get('mode'),
    appearance: chosen.get('appearance'),
    ...(chosen.get('locale') && { locale: chosen.get('locale') }),
    /** @param {WidgetEvent} event */
    onEvent(event) {
      if (open && event.client_order_id !== undefined) open.order = event.client_order_id
      if (event.kind === 'ready' && !isConnected) setLine(false)
      if (event.kind !== 'resize') void tellEvent(event)
    },
  })
  open = { request: requestId, widget }
}

/** Takes away what is open, so that nobody takes it for what is opened next. */
function close() {
  open?.widget.close()
  open = undefined
  lineButton?.setAttribute('aria-pressed', 'false')
  target?.replaceChildren()
}

/** @param {boolean} isConnected whether the widget has its connection from now on */
function setLine(isConnected) {
  if (!open) return complain('Open the widget first.')
  if (isConnected) restoreLine()
  else loseLine()
  lineButton?.setAttribute('aria-pressed', String(!isConnected))
}

/** @param {number} seconds */
async function letTimePass(seconds) {
  if (open) await advance(open.request, seconds)
  else complain('Open the widget first.')
}

async function letTransferArrive() {
  if (open?.order === undefined) complain('Place an order by bank transfer in the widget first.')
  else await transfer(open.order)
}

/** @param {HTMLFormElement} form */
async function share(form) {
  const link = new URL(window.location.href)
  link.hash = String(valuesOf(form))
  window.history.replaceState(null, '', link)
  await navigator.clipboard.writeText(link.href)
  tell('The link is copied', link.href)
}
