import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Language } from '@cambio/wire/language/languages.ts'
import { html } from 'hono/html'
import { page, type Html } from '../Page.ts'
import { sayIn } from '../sayIn.ts'

/** The page to which the bank returns the buyer. Data in that request is not read: the platform is asked instead. */
export function returnedPage(
  { id, requestId }: Pick<Order, 'id' | 'requestId'>,
  returnTo: 'frame' | 'top',
  language: Language,
  { style, foot }: { style: Html; foot: Html | string },
): Html {
  const say = sayIn(language)
  return page({
    title: say('returned.title'),
    language,
    style,
    ...(returnTo === 'top' && { foot }),
    script: '/pages/returned.js',
    body: html`<main data-order="${id}" data-request="${requestId ?? ''}" data-to="${returnTo}">
      <h1>${say('returned.heading')}</h1>
      <p>${say('returned.text')}</p>
      <p id="back" hidden><a href="/">${say('returned.back')}</a></p>
      <p>${say('returned.close')}</p>
    </main>`,
  })
}

/**
 * Tells the page that waits to look again, in a frame or a window it opened. At top level it goes back to the order's
 * page: a request's is known, an order's has a secret, which its page keeps in the tab's own storage. A tab beside the
 * widget's frame leads nowhere by itself, since the widget is still where the buyer left it.
 */
export const returnedScript = `const message = { channel: 'cambio-return' }
for (const waiting of [window.parent, window.opener])
  if (waiting && waiting !== window) waiting.postMessage(message, location.origin)
if (window.parent === window && !window.opener) {
  const { order, request, to } = document.querySelector('main').dataset
  const address = request ? '/w/' + request : addressOf(order)
  if (address) {
    const back = document.getElementById('back')
    back.querySelector('a').href = address
    back.hidden = false
    if (to === 'top') location.replace(address)
  }
}

function addressOf(order) {
  try {
    const prefix = 'cambio:' + order + '~'
    const note = Object.keys(sessionStorage).find((key) => key.startsWith(prefix))
    // The page keeps several notes of one order, each named after it: what follows a colon is no part of the key.
    return note && '/o/' + order + '?k=' + encodeURIComponent(note.slice(prefix.length).split(':')[0])
  } catch {
    return undefined
  }
}
`
