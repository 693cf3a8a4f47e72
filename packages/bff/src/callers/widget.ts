import type { Client } from '@cambio/exchange/client/Client.ts'
import { findBuyer } from '../authenticate/buyer.ts'
import { codeBrowserOf } from '../authenticate/codeBrowser.ts'
import { openEntry, type Opened } from '../authenticate/entry.ts'
import type { SignIn } from '../store/client/sessions.ts'
import type { CallerEntry } from './CallerEntry.ts'

/** The widget has one allowance for each network, whether its buyer has a session or not. */
export const widgetLimit = { name: 'widget', points: 100, windowSeconds: 1 } as const

/** How a buyer's session is sent. */
export const sessionScheme = { session: { type: 'http', scheme: 'bearer' } } as const

/** The widget at an entry. The buyer is known only if their session was sent. */
export const widget = {
  bodyForm: 'text',
  networkLimit: widgetLimit,
  authenticator:
    ({ stores }) =>
    async (c) => {
      const opened = await openEntry(stores, c.req.param('entry') ?? '')
      const found = await findBuyer(stores, c, opened)
      const userAgent = c.req.header('user-agent')
      return {
        opened,
        buyer: found?.client ?? null,
        signIn: found?.signIn ?? null,
        browser: codeBrowserOf(c),
        userAgent,
      }
    },
  concerns: ({ opened }) => ({ partnerId: opened.partner.id, orderId: opened.order?.id }),
  challenge: 'Bearer',
  reference: {
    credentials: 'The entry in the path; a buyer’s session where there is one',
    security: [{}, { session: [] }],
    schemes: sessionScheme,
    headers: [],
  },
} as const satisfies CallerEntry<{
  readonly opened: Opened
  readonly buyer: Client | null
  /** How the buyer signed in; null if unknown. */
  readonly signIn: SignIn | null
  /** The browser, if it opened the link of a mailed code. */
  readonly browser: string | undefined
  readonly userAgent: string | undefined
}>
