import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Hono } from 'hono'
import { partnerSessionOf } from '../../authenticate/partnerSession.ts'
import { sameOriginPosts } from '../../http/sameOriginPosts.ts'
import { text } from '../../pages/answer.ts'
import { connectShopPage } from '../../pages/partner/connectShop.ts'
import { endpointsPage } from '../../pages/partner/endpoints.ts'
import { partnerStyle } from '../../pages/partner/style.ts'
import { callbackEndpoints } from '../../partner/callbackEndpoints.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'
import { mountAccountScreens } from './accountScreens.ts'
import { mountAppearanceScreen } from './appearanceScreen.ts'
import { endpointDone, mountEndpointScreens } from './endpointScreens.ts'
import { flashOf, showScreen, signedInOnly } from './PartnerPage.ts'
import { mountPasskeyScreens } from './passkeyScreens.ts'
import { mountSignInScreens, showSignIn } from './signInScreens.ts'

/**
 * The page where a partner's contact manages the partner's account. Everything except passkeys works without script.
 * Every act is a form of the exchange's own page, and none moves money.
 */
export function mountPartnerPage(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  const endpoints = callbackEndpoints(exchange)
  const forSignedIn = signedInOnly(stores)
  const firstScreen = forSignedIn(async (c, { partner }) => {
    const list = await endpoints.list(partner.id)
    return showScreen(
      c,
      endpointsPage({ partner: partner.name, endpoints: list, flash: flashOf(c, endpointDone) }),
    )
  })

  app.use(`${pages.partner}/*`, sameOriginPosts(exchange))
  app.get('/pages/partner.css', (c) => text(c, 'text/css', partnerStyle))
  app.get(pages.partner, async (c) => {
    const session = partnerSessionOf(c)
    const isSignedIn = session !== undefined && (await stores.partnerSignIns.find(session)) !== undefined
    return isSignedIn ? firstScreen(c) : showSignIn(c, exchange)
  })
  app.get(pages.connectShop, (c) => showScreen(c, connectShopPage(exchange.mode)))
  mountSignInScreens(app, exchange, stores)
  mountEndpointScreens(app, exchange, forSignedIn)
  mountAccountScreens(app, exchange, stores, forSignedIn)
  mountAppearanceScreen(app, exchange, forSignedIn)
  mountPasskeyScreens(app, exchange, stores, forSignedIn)
}
