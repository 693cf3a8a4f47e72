import type { Hono } from 'hono'
import { verify } from '@cambio/exchange/limit/verify.ts'
import type { DoorEnv } from '@cambio/server/door.ts'
import { missing, ownPolicy, readable, show } from '../pages/answer.ts'
import { verificationPage, verifiedPage } from '../pages/verification.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { Stores } from '../store/stores.ts'

/** The sandbox's stand-in for a provider of identity checks. */
export function mountVerificationPages(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  app.get('/verification/:token', readable, async (c) => {
    const verification = await stores.verifications.find(c.req.param('token'))
    if (!verification || exchange.mode !== 'sandbox') return missing(c)
    return show(c, verificationPage(verification), { ...ownPolicy, 'form-action': ["'self'"] })
  })

  // The token in the address is the only thing that lets anyone decide, and it works once.
  app.post('/verification/:token', readable, async (c) => {
    if (exchange.mode !== 'sandbox') return missing(c)
    const decision = new URLSearchParams(await c.req.text()).get('decision')
    if (decision !== 'approve' && decision !== 'refuse') return missing(c)
    const { rates, catalogue, random, clock } = exchange
    const deps = { ...stores, rates, catalogue, random, now: () => clock.now() }
    const approved = decision === 'approve'
    const verification = await verify(deps, { token: c.req.param('token'), approved })
    return verification ? show(c, verifiedPage(verification, approved), ownPolicy) : missing(c)
  })
}
