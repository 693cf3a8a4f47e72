import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Hono } from 'hono'
import { codeBrowserOf, rememberCodeBrowser } from '../../authenticate/codeBrowser.ts'
import { legalFooter } from '../../legal/legalFooter.ts'
import { missing, ownPolicy, readable, readersLanguage, show } from '../../pages/answer.ts'
import { mailedCodePage, pressedPage } from '../../pages/mailedCode.ts'
import { orderUrlAt } from '../../pages/orderUrlAt.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { CodeOwner } from '../../store/client/codes.ts'
import { orderKeyOf } from '../../store/order/orderKey.ts'
import type { Stores } from '../../store/stores.ts'

/** Mounts the page behind the link in a code's mail. */
export function mountMailedCodePages(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  app.get('/code/:token', readable, async (c) => {
    const owner = await stores.codes.findByLink(c.req.param('token'))
    if (!owner) return missing(c)
    const language = readersLanguage(c)
    return show(c, mailedCodePage(language, legalFooter(c.var, language)), {
      ...ownPolicy,
      'form-action': ["'self'"],
    })
  })

  app.post('/code/:token', readable, async (c) => {
    const browser = { brought: codeBrowserOf(c), given: exchange.random.token(160) }
    const pressed = await stores.codes.press(c.req.param('token'), browser)
    if (!pressed) return missing(c)
    rememberCodeBrowser(c, pressed.browser, exchange.baseUrl)
    const onward = await onwardOf(exchange, stores, pressed.owner)
    const language = readersLanguage(c)
    return show(c, pressedPage(language, onward, legalFooter(c.var, language)), ownPolicy)
  })
}

/**
 * Where the reader of the mailbox can continue: at the widget request, or at their own order. The page of an order
 * without a client is not shown to the owner of an address that anyone could have typed there.
 */
async function onwardOf(
  { baseUrl, keys }: Exchange,
  { orders, requests }: Stores,
  { entry, email }: CodeOwner,
): Promise<string | null> {
  const [id = ''] = entry.split('~')
  if (await requests.find(id)) return `${baseUrl}${pages.widget.replace('{request_id}', id)}`
  const order = await orders.find(id)
  return order?.email?.toLowerCase() === email ? orderUrlAt(baseUrl, id, orderKeyOf(keys, id)) : null
}
