import { domainAssociation } from '@cambio/server/http/domainAssociation.ts'
import {
  BODY_BYTES,
  door,
  type DoorContext,
  type DoorEnv,
  type DoorRefusal,
} from '@cambio/server/http/door.ts'
import { methodsAt } from '@cambio/server/http/methodsAt.ts'
import { mountMetrics } from '@cambio/server/http/mountMetrics.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { MOST_OWN_LOGO_BYTES } from '@cambio/wire/partner/PartnerAccount.ts'
import { Hono } from 'hono'
import { attachLegalNotice } from '../legal/attachLegalNotice.ts'
import { missing } from '../pages/answer.ts'
import type { BuiltFiles } from '../pages/builtFiles.ts'
import { APPEARANCE_PATH } from '../pages/partner/appearance.ts'
import type { Exchange } from '../program/Exchange.ts'
import { mountReference } from '../reference/mountReference.ts'
import { partnerAccountRoutes } from '../routes/account/partnerAccount.ts'
import { clientRoutes } from '../routes/client.ts'
import { mountPages } from '../routes/page/pages.ts'
import { mountStatusStream } from '../routes/page/statusStream.ts'
import { partnerRoutes } from '../routes/partner/partner.ts'
import { partnerClientRoutes } from '../routes/partner/partnerClient.ts'
import { partnerV1Routes } from '../routes/partner/partnerV1.ts'
import { shopPluginRoutes } from '../routes/partner/shopPlugin.ts'
import { publicRoutes, publicV1Routes } from '../routes/public.ts'
import { mountWebhooks } from '../routes/webhooks.ts'
import { widgetRoutes } from '../routes/widget.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { storesOf } from '../store/stores.ts'
import { cachedTypicalSeconds } from '../widget/cachedTypicalSeconds.ts'
import { compressedJson } from './compressed.ts'
import type { Handlers } from './Handler.ts'
import { mount } from './mount.ts'
import { pathRouter } from './pathRouter.ts'
import { incompleteBody, loggedRefusal, methodNotAllowed, refuse } from './problem.ts'
import { isReadByPerson, refuseReader } from './refuseReader.ts'
import { doorLimit } from './throttle.ts'

/** The exchange as an HTTP application: every route of the contract, the pages, and one handler for failures. */
export function createApp(
  exchange: Exchange,
  files: BuiltFiles,
  { checkAnswers }: { checkAnswers: boolean } = { checkAnswers: false },
): Hono<DoorEnv> {
  const { random, clock, log, metrics, trustedProxies, metricsFrom, limitsFactor } = exchange
  const app = new Hono<DoorEnv>({ router: pathRouter() })
  const storeDeps = storeDepsOf(exchange)
  const stores = storesOf(storeDeps)
  // Routes and streams share what they measure, so that the same status has the same version in both.
  const viewing = { ...exchange, typicalSeconds: cachedTypicalSeconds(exchange) }

  app.use(
    door(
      { random, log, metrics },
      {
        trustedProxies,
        url: exchange.baseUrl,
        refuse: refusedAtDoor,
        limit: doorLimit({ clock }, limitsFactor),
        prepare: attachLegalNotice(exchange),
      },
    ),
  )
  app.onError((error, c) => refuseReader(c, loggedRefusal(log, c, error)))
  app.notFound((c) => nothingHere(app, c))

  app.use('/api/widget/*', compressedJson())
  const handlers: Handlers = {
    public: publicRoutes(exchange),
    publicV1: publicV1Routes(exchange),
    partner: partnerRoutes(exchange),
    partnerAccount: partnerAccountRoutes(exchange),
    partnerClient: partnerClientRoutes(exchange),
    partnerV1: partnerV1Routes(exchange),
    shopPlugin: shopPluginRoutes(exchange),
    client: clientRoutes(exchange),
    widget: widgetRoutes(viewing),
  }
  mount(app, exchange, { contract, storeDeps, stores, handlers, checkAnswers })
  mountStatusStream(app, viewing, stores)
  mountPages(app, exchange, stores, files)
  mountWebhooks(app, stores.inbox, exchange.webhooks)
  mountReference(app, exchange)
  app.route('/', domainAssociation(exchange.domainAssociation))
  mountMetrics(app, metrics, (c) => refuse(c, new Refusal('route_unknown')), metricsFrom)
  return app
}

function nothingHere(app: Hono<DoorEnv>, c: DoorContext): Response | Promise<Response> {
  const methods = methodsAt(app, c.req.path)
  if (methods.length > 0) return methodNotAllowed(c, methods)
  return isReadByPerson(c) ? missing(c) : refuse(c, new Refusal('route_unknown'))
}

function refusedAtDoor(c: DoorContext, code: DoorRefusal): Response | Promise<Response> {
  return refuseReader(c, doorRefusals[code](c))
}

const doorRefusals: Readonly<Record<DoorRefusal, (c: DoorContext) => Refusal>> = {
  body_too_large: (c) =>
    new Refusal(
      'body_too_large',
      `At most ${BODY_BYTES / 1024} kB can be sent at once${logoLimit(c)}; nothing was changed`,
    ),
  body_incomplete: incompleteBody,
  too_many_requests: () => new Refusal('too_many_requests'),
}

/** The limit of a logo, for who may have sent one. */
function logoLimit({ req }: DoorContext): string {
  const takesLogo = [contract.partnerAccount.changeAccount.path, `${APPEARANCE_PATH}/logo`]
  return takesLogo.includes(req.path) ? `, and a logo has at most ${MOST_OWN_LOGO_BYTES / 1024} kB` : ''
}
