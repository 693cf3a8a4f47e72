import type { DoorEnv } from '@cambio/server/http/door.ts'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { FieldsVault } from '../fields/FieldsVault.ts'
import { testCards } from '../fields/testCards.ts'
import { hasExpired } from '../means/Expiry.ts'
import type { Platform } from '../Platform.ts'
import { expireSession } from '../vault/fieldsSessions.ts'
import { reconcileReturned } from '../work/reconcile.ts'
import type { Challenges } from './pages/Challenges.ts'
import { challengeEnds, sealPaRes } from './pages/PaRes.ts'

/**
 * What a script does in the place of the sandbox's buyer, who has no card form and no bank's page. Who knows the id of a
 * session or the secret of a challenge may act for its buyer, as in a browser.
 *
 *   POST /sandbox/fields/{session}          exp_month, exp_year, code, store   hands in the test card that expires then
 *   POST /sandbox/fields/{session}/expire                                      lets an open form run out of time
 *   POST /sandbox/decisions                 trans_id, request, decision        decides a challenge, or lets it time out
 */
export function simulatedBuyer(
  platform: Platform,
  deps: { readonly vault: FieldsVault; readonly challenges: Challenges },
): Hono<DoorEnv> {
  const app = new Hono<DoorEnv>()

  app.post('/sandbox/fields/:session', async (c) => {
    const id = c.req.param('session')
    const card = TestCard.safeParse(await c.req.parseBody().catch(() => null))
    const session = await deps.vault.session(id)
    if (!session?.sandbox) return c.json({ state: 'expired' }, 404)
    if (!card.success || hasExpired(expiryOf(card.data), platform.clock.now()))
      return c.json({ state: 'invalid' }, 422)
    const { number } = testCards[0]
    const { store, ...typed } = card.data
    const state = await deps.vault.submitCard(id, { number, ...typed, store: store === 'Y' })
    return c.json({ state }, state === 'done' ? 200 : 409)
  })

  app.post('/sandbox/fields/:session/expire', async (c) => {
    const id = c.req.param('session')
    const session = await deps.vault.session(id)
    if (!session?.sandbox) return c.json({ state: 'expired' }, 404)
    await expireSession(platform, id)
    return c.json({ state: 'expired' })
  })

  app.post('/sandbox/decisions', async (c) => {
    const form = Decided.safeParse(await c.req.parseBody().catch(() => null))
    if (!form.success) return c.json({ state: 'invalid' }, 422)
    const { trans_id: transId, request, decision } = form.data
    const challenge = await deps.challenges.find(transId, request)
    if (!challenge?.open) return c.json({ state: 'expired' }, 409)
    const paRes = sealPaRes(platform.keys.sandboxBank, transId, decision)
    await reconcileReturned(platform, transId, new Map([['PaRes', paRes]]))
    return c.json({ state: 'done' })
  })

  return app
}

const TestCard = z.object({
  exp_month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/)),
  exp_year: z.string().check(z.regex(/^20\d\d$/)),
  code: z.string().check(z.regex(/^\d{3}$/)),
  /** Whether the buyer wants the card to be stored. */
  store: z.optional(z.literal('Y')),
})

const Decided = z.object({ trans_id: z.string(), request: z.string(), decision: z.enum(challengeEnds) })

function expiryOf({ exp_month: month, exp_year: year }: z.infer<typeof TestCard>) {
  return { month, year }
}
