import { domainAssociation } from '@cambio/server/http/domainAssociation.ts'
import {
  clientIpOf,
  door,
  hasDisconnected,
  requestIdOf,
  type DoorContext,
  type DoorEnv,
  type DoorRefusal,
} from '@cambio/server/http/door.ts'
import { methodsAt } from '@cambio/server/http/methodsAt.ts'
import { mountMetrics } from '@cambio/server/http/mountMetrics.ts'
import type { Metrics } from '@cambio/server/metrics.ts'
import { DatabaseUnavailable } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import { Hono } from 'hono'
import type { BuiltFrame } from '../fields/BuiltFrame.ts'
import { hostedFields } from '../fields/hostedFields.ts'
import { guard } from '../merchant/requestGuard.ts'
import type { Platform } from '../Platform.ts'
import { errorAnswer, errorBody, Refusal, statusOf, type RefusalCode } from '../protocol/Refusal.ts'
import { challenges } from '../sandbox/challenges.ts'
import { bankPages } from '../sandbox/pages/bankPages.ts'
import { simulatedBuyer } from '../sandbox/simulatedBuyer.ts'
import { walletSheets } from '../sandbox/wallets/walletSheets.ts'
import { saleStatements } from '../store/saleStatements.ts'
import { fieldsVault } from '../vault/fieldsSessions.ts'
import { acquirerNoticeRoutes } from './acquirerNotices.ts'
import { fieldsSessionRoutes } from './fieldsSessions.ts'
import { pageLimit } from './pageLimit.ts'
import { postRoute } from './post.ts'
import { verifyRoutes } from './verify.ts'

/** The platform's HTTP application. `frame` null: without the pages of the hosted card fields. */
export function cardsApp(
  deps: { platform: Platform; metrics: Metrics; frame: BuiltFrame | null },
  options: {
    trustedProxies: readonly string[]
    metricsFrom?: readonly string[]
    limitsFactor: number
    sandbox: boolean
    /** The file that Apple reads at this host to verify its merchant. */
    domainAssociation?: string | undefined
  },
): Hono<DoorEnv> {
  const { platform, metrics, frame } = deps
  const guarded = { platform, guard: guard(platform, options), statements: saleStatements(platform) }
  const app = new Hono<DoorEnv>()
  app.use(
    door(
      { random: platform.random, log: platform.log, metrics },
      {
        trustedProxies: options.trustedProxies,
        url: platform.paymentUrl,
        refuse: (c, refusal) => refused(c, new Refusal(doorRefusals[refusal])),
        limit: pageLimit(platform, options),
      },
    ),
  )
  app.onError((error, c) =>
    error instanceof Refusal
      ? refused(c, guarded.guard.countUnproved(error, clientIpOf(c)))
      : hasDisconnected(c)
        ? refused(c, new Refusal('invalid'))
        : failed(platform, c, error),
  )
  app.notFound((c) => {
    const methods = methodsAt(app, c.req.path)
    return methods.length === 0 ? nothingHere(c) : notTaken(c, methods)
  })
  app.get('/healthcheck', async (c) => {
    const isUp = await platform.query({ name: 'healthcheck', text: 'select 1 as up', values: [] }).then(
      () => true,
      () => false,
    )
    return isUp ? c.json({ status: 'OK' }) : c.json({ status: 'FAIL' }, 503, { 'Retry-After': '1' })
  })
  mountMetrics(app, metrics, nothingHere, options.metricsFrom)
  app.route('/', domainAssociation(options.domainAssociation))
  app.route('/', postRoute(guarded))
  app.route('/', fieldsSessionRoutes(guarded))
  app.route('/', verifyRoutes(platform))
  app.route('/', acquirerNoticeRoutes(platform))
  if (frame !== null) {
    const fields = {
      vault: fieldsVault(platform),
      clock: platform.clock,
      frame,
      pageKey: platform.keys.fieldsPage,
    }
    app.route('/', hostedFields(fields, { paymentUrl: platform.paymentUrl, ...options }))
  }
  if (options.sandbox) {
    const bank = {
      challenges: challenges(platform),
      clock: platform.clock,
      paResKey: platform.keys.sandboxBank,
    }
    app.route('/', bankPages(bank))
    app.route('/', walletSheets(platform))
    app.route(
      '/',
      simulatedBuyer(platform, { vault: fieldsVault(platform), challenges: challenges(platform) }),
    )
  }
  return app
}

const doorRefusals: Readonly<Record<DoorRefusal, RefusalCode>> = {
  body_too_large: 'too_large',
  body_incomplete: 'invalid',
  too_many_requests: 'too_many_requests',
}

function nothingHere(c: DoorContext) {
  return c.json(errorBody(404, 'There is nothing at this address.'), 404)
}

function notTaken(c: DoorContext, methods: readonly string[]) {
  const Allow = methods.join(', ')
  return c.json(errorBody(405, `This address accepts ${Allow}.`), 405, { Allow })
}

function refused(c: DoorContext, refusal: Refusal) {
  return c.json(errorAnswer(refusal), statusOf(refusal), refusal.headers)
}

const RETRY_AFTER_SECONDS = 5

function failed({ log }: Platform, c: DoorContext, error: Error) {
  const requestId = requestIdOf(c)
  if (error instanceof DatabaseUnavailable) {
    const message = error.isUnknown
      ? `The platform is not ready. Whether this was done is not known: ask how the payment stands before sending it again. Request ${requestId}`
      : `The platform is not ready. This came to nothing: send it again in a moment. Request ${requestId}`
    return c.json(errorBody(503, message), 503, { 'Retry-After': String(RETRY_AFTER_SECONDS) })
  }
  log.error('A request failed', { error, requestId })
  const message = `Something went wrong on our side. Ask how the payment stands before sending it again. Request ${requestId}`
  return c.json(errorBody(500, message), 500)
}
