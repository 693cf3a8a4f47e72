import type { Clock } from '@cambio/server/Clock.ts'
import type { DoorContext, DoorEnv } from '@cambio/server/http/door.ts'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { bankHeaders, challengePage, closedPage, unknownPage } from './bankPage.ts'
import { bankLanguageOf, type BankLanguage } from './bankWords.ts'
import type { Challenge, Challenges } from './Challenges.ts'

/**
 * The pages of the sandbox's bank, at the addresses drawn in Challenges.ts.
 * @param deps.paResKey 32 bytes, the same in every process: seals what the buyer decided
 */
export function bankPages(deps: {
  challenges: Challenges
  clock: Clock
  paResKey: Uint8Array
}): Hono<DoorEnv> {
  const app = new Hono<DoorEnv>()

  app.post('/sandbox/3ds', async (c) => {
    const form = ChallengeForm.safeParse(await c.req.parseBody().catch(() => null))
    if (!form.success) return unknownChallenge(c)
    const { PaReq, MD, TermUrl } = form.data
    const challenge = await deps.challenges.find(MD, PaReq)
    // A merchant passes the parameters on unchanged; a changed one would lead the buyer elsewhere.
    if (challenge?.kind !== '3ds' || challenge.termUrl !== TermUrl) return unknownChallenge(c)
    return page(c, MD, challenge)
  })

  app.get('/sandbox/redirect/:transId/:request', async (c) => {
    const { transId, request } = c.req.param()
    const challenge = await deps.challenges.find(transId, request)
    return challenge?.kind === 'redirect' ? page(c, transId, challenge) : unknownChallenge(c)
  })

  function page(c: DoorContext, transId: string, challenge: Challenge) {
    const minutesLeft = Math.ceil((challenge.expiresAt.getTime() - deps.clock.now().getTime()) / 60_000)
    const open = challenge.open && minutesLeft > 0
    const language = languageFor(c)
    const view = open
      ? challengePage({ transId, challenge, minutesLeft, paResKey: deps.paResKey, language })
      : closedPage({ transId, challenge, language })
    return c.html(view, 200, bankHeaders)
  }

  return app
}

const ChallengeForm = z.object({
  PaReq: z.string().check(z.minLength(1), z.maxLength(1024)),
  MD: z.string().check(z.minLength(1), z.maxLength(64)),
  TermUrl: z.string().check(z.maxLength(1024)),
})

function unknownChallenge(c: DoorContext) {
  return c.html(unknownPage(languageFor(c)), 404, bankHeaders)
}

function languageFor(c: DoorContext): BankLanguage {
  return bankLanguageOf(c.req.header('Accept-Language'))
}
