import type { FromWidget } from '@cambio/wire/widget/Frame.ts'
import { connect } from './connect.ts'
import { make } from './make.ts'
import { openModal } from './modal.ts'
import type { Appearance, Handle, Options } from './Options.ts'
import { boxCss, sheetOf } from './sheets.ts'
import { watchSilence } from './silence.ts'

/**
 * Opens a widget request inside the page: in `target`, or over the page in modal mode, where the target may be null.
 * The page's styles do not affect the widget's box, and ours do not affect the page.
 * @throws TypeError when the target, the request id or the base address is not usable
 */
export function mount(target: Element | string | null, options: Options): Handle {
  const { locale, appearance, theme, onEvent } = options
  const modal = options.mode === 'modal'
  const url = addressOf(options)
  const place = modal ? document.body : placeOf(target)
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheetOf(boxCss)]
  paint(host, appearance)
  const box = document.createElement(modal ? 'dialog' : 'div')
  const iframe = make('iframe', {
    allow: 'payment; clipboard-write; publickey-credentials-get; publickey-credentials-create',
    referrerPolicy: 'strict-origin',
    src: url.href,
  })
  box.append(iframe)
  root.append(box)

  let hasAskedToClose = false
  const spoken = locale ?? navigator.language
  const connection = connect(
    window,
    iframe,
    url.origin,
    { locale, appearance, theme: theme ?? {}, modal },
    () => silence.end(),
    onMessage,
  )
  const silence = watchSilence(box, url, spoken, (code) =>
    onEvent?.({ kind: 'error', code, money_moved: 'checking' }),
  )

  function onMessage(message: FromWidget): void {
    if (message.kind === 'language') return speak(box, iframe, message)
    if (message.kind === 'resize') iframe.style.height = `${message.height}px`
    if (message.kind === 'close' && modal) return leave()
    onEvent?.(message)
  }
  /** The buyer wants to close: the widget may object once; the second time it is closed. */
  function askToClose(): void {
    if (hasAskedToClose || !connection.open()) return leave()
    hasAskedToClose = true
    connection.send({ kind: 'close' })
  }
  function leave(): void {
    close()
    onEvent?.({ kind: 'close' })
  }
  function close(): void {
    connection.end()
    silence.end()
    closeModal?.()
    host.remove()
  }

  iframe.addEventListener('load', () => {
    connection.loaded()
    // A widget sends its hello before its page has loaded.
    if (!connection.open()) void silence.ask()
  })
  place.append(host)
  const closeModal = 'showModal' in box ? openModal(box, askToClose) : undefined
  // Until the widget sends the words in its own language.
  speak(box, iframe, { tag: spoken, title: 'Buy crypto', close: 'Close' })
  return {
    close,
    setAppearance: (appearance) => {
      paint(host, appearance)
      connection.show({ kind: 'appearance', appearance })
    },
    setTheme: (theme) => connection.show({ kind: 'theme', theme: theme ?? {} }),
    setLocale: (locale) => connection.show({ kind: 'locale', locale }),
  }
}

/** Names our elements, and puts the close button where a line of this language ends. */
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

/** Light, dark, or as the page around it is. */
function paint(host: HTMLElement, appearance: Appearance | undefined): void {
  host.style.colorScheme = appearance === 'light' || appearance === 'dark' ? appearance : 'light dark'
}

function placeOf(target: Element | string | null): Element {
  const place = typeof target === 'string' ? document.querySelector(target) : target
  if (!place) throw new TypeError('Cambio: the target is not usable')
  return place
}

/** The address of the widget's page says how it is shown at first; later changes go over the connection. */
function addressOf(options: Options): URL {
  const { requestId, baseUrl } = options
  if (!baseUrl || !/^[\w-]{16,128}$/.test(requestId))
    throw new TypeError('Cambio: requestId or baseUrl is not usable')
  const url = new URL(`/w/${requestId}`, baseUrl)
  for (const name of ['locale', 'appearance', 'mode', 'challenge'] as const)
    if (options[name]) url.searchParams.set(name, options[name])
  return url
}
