import type { Client } from '@cambio/exchange/client/Client.ts'
import { bearerOf } from '../authenticate/bearer.ts'
import { findBuyer, requireBuyer } from '../authenticate/buyer.ts'
import { codeBrowserOf } from '../authenticate/codeBrowser.ts'
import { openEntry, type Opened } from '../authenticate/entry.ts'
import type { SignIn } from '../store/client/sessions.ts'
import type { CallerEntry } from './CallerEntry.ts'
import { sessionScheme, widgetLimit } from './widget.ts'

/** A buyer in the widget, by the session that they received for an e-mail code. */
export const buyer = {
  bodyForm: 'text',
  networkLimit: widgetLimit,
  authenticator:
    ({ stores }) =>
    async (c) => {
      const opened = await openEntry(stores, c.req.param('entry') ?? '')
      const { client, signIn } = requireBuyer(await findBuyer(stores, c, opened))
      return {
        opened,
        buyer: client,
        signIn,
        session: bearerOf(c),
        browser: codeBrowserOf(c),
        userAgent: c.req.header('user-agent'),
      }
    },
  id: {
    of: (identity) => identity.buyer.id,
    partnerOf: (identity) => identity.opened.partner.id,
  },
  concerns: ({ opened }) => ({ partnerId: opened.partner.id, orderId: opened.order?.id }),
  challenge: 'Bearer',
  reference: {
    credentials: 'The entry in the path and Authorization: Bearer <session>',
    security: [{ session: [] }],
    schemes: sessionScheme,
    headers: [],
  },
} as const satisfies CallerEntry<{
  readonly opened: Opened
  readonly buyer: Client
  /** How the buyer signed in; null if unknown. */
  readonly signIn: SignIn | null
  /** Undefined for the buyer of an order that needs no session. */
  readonly session: string | undefined
  /** The browser, if it opened the link of a mailed code. */
  readonly browser: string | undefined
  readonly userAgent: string | undefined
}>
