import type { FromWidget } from '@cambio/wire/widget/Frame.ts'
import { connect } from './connect.ts'
import type { Appearance, Handle, Options } from './Options.ts'
import { sheet } from './sheet.ts'
import { watchSilence } from './silence.ts'

/**
 * Opens a widget request inside the page: in `target`, or over the page in modal mode, where the target may be null.
 * Nothing of the page's styles reaches the widget's box, and nothing of ours the page.
 * @throws TypeError when the target, the request id or the base address is not usable
 */
export function mount(target: Element | string | null, options: Options): Handle {
  const modal = options.mode === 'modal'
  const locale = options.locale ?? navigator.language
  const url = addressOf(options)
  const place = modal ? document.body : placeOf(target)
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet()]
  paint(host, options.appearance)
  const box = document.createElement(modal ? 'dialog' : 'div')
  const iframe = frameOf(url)
  box.append(iframe)
  root.append(box)

  let hasAskedToClose = false
  const connection = connect(
    window,
    iframe,
    {
      origin: url.origin,
      locale: options.locale,
      appearance: options.appearance,
      theme: options.theme ?? undefined,
      modal,
    },
    { onOpen: () => silence.end(), onMessage },
  )
  const silence = watchSilence(box, url, locale, (code) =>
    options.onEvent?.({ kind: 'error', code, money_moved: 'checking' }),
  )

  function onMessage(message: FromWidget): void {
    if (message.kind === 'language') return speak(box, iframe, message)
    if (message.kind === 'resize') iframe.style.height = `${message.height}px`
    if (message.kind === 'close' && modal) return leave()
    options.onEvent?.(message)
  }
  /** A buyer's wish to close: the widget may object once, the second time it is done. */
  function askToClose(): void {
    if (hasAskedToClose || !connection.open()) return leave()
    hasAskedToClose = true
    connection.send({ kind: 'close' })
  }
  function leave(): void {
    close()
    options.onEvent?.({ kind: 'close' })
  }
  function close(): void {
    connection.end()
    silence.end()
    if (box instanceof HTMLDialogElement) box.close()
    host.remove()
    unlockPage(box)
  }

  iframe.addEventListener('load', () => {
    connection.loaded()
    // A widget says hello before its page has loaded.
    if (!connection.open()) void silence.ask()
  })
  place.append(host)
  if (box instanceof HTMLDialogElement) openModal(box, askToClose)
  // Until the widget says it in its own language.
  speak(box, iframe, { tag: locale, title: 'Buy crypto', close: 'Close' })
  return {
    close,
    setAppearance: (appearance) => {
      paint(host, appearance)
      connection.setAppearance(appearance)
    },
    setTheme: connection.setTheme,
    setLocale: connection.setLocale,
  }
}

/** Names what is ours, and puts the button to close where a line of this language ends. */
function speak(
  box: HTMLElement,
  iframe: HTMLIFrameElement,
  { tag, title, close }: { tag: string; title: string; close: string },
): void {
  box.lang = tag
  box.dir = /^(ar|fa|he|ur)/.test(tag) ? 'rtl' : 'ltr'
  iframe.title = title
  const button = box.querySelector('button')
  if (!button) return
  box.ariaLabel = title
  button.ariaLabel = close
}

function openModal(dialog: HTMLDialogElement, askToClose: () => void): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.addEventListener('click', askToClose)
  dialog.prepend(button)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    askToClose()
  })
  dialog.showModal()
  lockPage(dialog)
}

/** Dialogs of ours that are open. */
const open = new Set<Element>()
let unlocked: Pick<CSSStyleDeclaration, 'overflow' | 'scrollbarGutter'> | null = null

/** Keeps the page behind our dialogs where it is, without moving anything on it by the width of its scrollbar. */
function lockPage(dialog: Element): void {
  const { style, clientWidth } = document.documentElement
  const { overflow, scrollbarGutter } = style
  const hasScrollbar = window.innerWidth > clientWidth
  open.add(dialog)
  unlocked ??= { overflow, scrollbarGutter }
  style.overflow = 'hidden'
  if (hasScrollbar) style.scrollbarGutter = 'stable'
}

/** Lets the page scroll as before, once the last of our dialogs is closed. */
function unlockPage(dialog: Element): void {
  open.delete(dialog)
  if (open.size > 0 || !unlocked) return
  Object.assign(document.documentElement.style, unlocked)
  unlocked = null
}

/** Light, dark, or as the page around us is. */
function paint(host: HTMLElement, appearance: Appearance = 'system'): void {
  host.style.colorScheme = appearance === 'system' ? 'light dark' : appearance
}

function frameOf(url: URL): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  iframe.allow = 'payment; clipboard-write; publickey-credentials-get; publickey-credentials-create'
  iframe.referrerPolicy = 'strict-origin'
  iframe.src = url.href
  return iframe
}

function placeOf(target: Element | string | null): Element {
  const place = typeof target === 'string' ? document.querySelector(target) : target
  if (!place) throw new TypeError('Cambio: the target is not in the page')
  return place
}

/** The page's address says how it is shown, so that it begins so; what changes later goes over the connection. */
function addressOf({ requestId, baseUrl, locale, appearance, mode, challenge }: Options): URL {
  if (!/^[\w-]{16,128}$/.test(requestId)) throw new TypeError('Cambio: this is not a request id')
  if (!baseUrl) throw new TypeError('Cambio: baseUrl is missing')
  const url = new URL(`/w/${requestId}`, baseUrl)
  for (const [name, value] of Object.entries({ locale, appearance, mode, challenge }))
    if (value) url.searchParams.set(name, value)
  return url
}
