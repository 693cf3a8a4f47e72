import { clientIpOf, type DoorEnv } from '@cambio/server/http/door.ts'
import { Email } from '@cambio/wire/http/field.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import {
  forgetPartnerSession,
  keepPartnerSession,
  partnerSessionOf,
} from '../../authenticate/partnerSession.ts'
import { readable } from '../../pages/answer.ts'
import { linkExpiredPage, linkSentPage, pressPage, signInPage } from '../../pages/partner/signIn.ts'
import { partnerSignIn } from '../../partner/partnerSignIn.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { SANDBOX_CONTACT } from '../../program/sandboxPartner.ts'
import type { Stores } from '../../store/stores.ts'
import { formOf, passkeyPolicy, showScreen, type PageContext } from './PartnerPage.ts'

/** Where a partner's contact signs in and out. */
export function mountSignInScreens(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  const { partnerSignIns } = stores
  const signIn = partnerSignIn(exchange, stores)

  app.post(`${pages.partner}/sign-in`, async (c) => {
    const email = z.safeParse(Email, (await formOf(c)).get('email')?.trim())
    if (!email.success) {
      c.status(400)
      return showSignIn(c, exchange, 'Enter an e-mail address, such as name@example.com.')
    }
    try {
      await signIn.ask(email.data, clientIpOf(c))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      c.status(429)
      return showSignIn(c, exchange, `${error.message}. No mail was sent.`)
    }
    return showScreen(c, linkSentPage())
  })

  const linkPath = pages.partnerSignIn.replace('{token}', ':token')
  app.get(linkPath, readable, async (c) => {
    if (await partnerSignIns.isLink(tokenOf(c))) return showScreen(c, pressPage())
    c.status(404)
    return showScreen(c, linkExpiredPage())
  })

  app.post(linkPath, readable, async (c) => {
    const pressed = await signIn.press(tokenOf(c))
    if (!pressed) {
      c.status(404)
      return showScreen(c, linkExpiredPage())
    }
    exchange.log.info('a partner signed in', { partnerId: pressed.partnerId })
    keepPartnerSession(c, pressed.session, exchange.baseUrl)
    return c.redirect(pages.partner, 303)
  })

  app.post(`${pages.partner}/sign-out`, async (c) => {
    const session = partnerSessionOf(c)
    if (session !== undefined) await partnerSignIns.end(session)
    forgetPartnerSession(c, exchange.baseUrl)
    return c.redirect(pages.partner, 303)
  })
}

/** The forms for signing in, with the reason of a failed try. */
export function showSignIn(
  c: PageContext,
  { mode }: Pick<Exchange, 'mode'>,
  refused?: string,
): Promise<Response> {
  const contact = mode === 'sandbox' ? SANDBOX_CONTACT : null
  return showScreen(c, signInPage(contact, { refused }), passkeyPolicy)
}

function tokenOf(c: PageContext): string {
  return c.req.param('token') ?? ''
}
