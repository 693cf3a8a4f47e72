import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@cambio/server/Clock.ts'
import { acceptedCoding, compressed } from '@cambio/server/http/compressed.ts'
import type { DoorContext, DoorEnv } from '@cambio/server/http/door.ts'
import { memoryLimiter } from '@cambio/server/http/limits.ts'
import { hasRepeatedMember } from '@cambio/wire/http/hasRepeatedMember.ts'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { hasExpired, type Expiry } from '../means/Expiry.ts'
import type { BuiltFrame } from './BuiltFrame.ts'
import type { FieldsVault } from './FieldsVault.ts'
import { frameHeaders, framePage } from './framePage.ts'
import { nonceHeader } from './nonceHeader.ts'
import { SubmittedCard, SubmittedCode } from './SubmittedCard.ts'
import { SubmittedWallet } from './SubmittedWallet.ts'

/**
 * The hosted card fields as browsers meet them:
 *
 *   GET  /fields/frame/{id}            the frame's page, for the origins of its session only
 *   GET  /fields/assets/{file}         its script and languages, named by content
 *   GET  /fields/fonts/{file}          the font of its theme, and its style
 *   POST /fields/sessions/{id}/card    the card or a wallet's token in its place, from that page only
 *   POST /fields/sessions/{id}/apple   what lets that page open Apple's sheet, asked of Apple
 *
 * @param deps.pageKey 32 bytes, the same in every process: makes the proof that a page was served by us
 * @param input.paymentUrl the platform's own address as browsers know it
 */
export function hostedFields(
  deps: { vault: FieldsVault; clock: Clock; frame: BuiltFrame; pageKey: Uint8Array },
  input: { paymentUrl: string; limitsFactor: number },
): Hono<DoorEnv> {
  const ownOrigin = new URL(input.paymentUrl).origin
  const app = new Hono<DoorEnv>()

  // Only who knows a session's id gets its page, and with it everything in it: its compressed size tells them nothing more.
  app.use('/fields/frame/*', compressed(/^text\/html/))
  app.get('/fields/frame/:id', async (c) => {
    const session = await deps.vault.session(c.req.param('id'))
    if (!session) return c.text('This card form does not exist. Go back and start the payment again.', 404)
    const status = session.state === 'expired' ? 410 : 200
    const page = framePage(session, pageNonce(deps.pageKey, session.id), deps.frame)
    return c.html(page, status, frameHeaders(session))
  })

  app.get('/fields/assets/:file', async (c) => {
    const asset = deps.frame.assets.get(c.req.param('file'))
    if (!asset) return c.notFound()
    const coding = acceptedCoding(c.req.header('accept-encoding'))
    return c.body(coding === null ? asset.plain : await asset[coding](), 200, {
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(coding === null ? {} : { 'Content-Encoding': coding }),
    })
  })

  app.get('/fields/fonts/:file', (c) => {
    const font = deps.frame.fonts.get(c.req.param('file'))
    if (!font) return c.notFound()
    return c.body(font, 200, {
      'Content-Type': c.req.param('file').endsWith('.css') ? 'text/css' : 'font/woff2',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })

  app.post('/fields/sessions/:id/card', async (c) => {
    const id = c.req.param('id')
    if (!isFromPage(c, id)) return c.json({ state: 'forbidden' }, 403)
    const handed = handedIn(parsed(await c.req.text()), deps.clock.now())
    if (handed === null) return c.json({ state: 'invalid' }, 422)
    const { vault } = deps
    const state = await ('wallet' in handed ? vault.submitWallet(id, handed) : vault.submitCard(id, handed))
    return c.json({ state }, statusOf[state])
  })

  const sheets = memoryLimiter(deps, { limit: SHEETS, factor: input.limitsFactor })
  app.post('/fields/sessions/:id/apple', async (c) => {
    const id = c.req.param('id')
    if (!isFromPage(c, id)) return c.json({ state: 'forbidden' }, 403)
    const asked = AppleSessionRequest.safeParse(parsed(await c.req.text()))
    if (!asked.success) return c.json({ state: 'invalid' }, 422)
    if (!sheets.consume(id).allowed) return c.json({ state: 'too_many' }, 429)
    const answer = await deps.vault.appleSession(id, asked.data.validation_url)
    if (answer === 'refused') return c.json({ state: 'invalid' }, 422)
    if (answer === 'unanswered') return c.json({ state: 'unanswered' }, 502)
    return c.json({ session: answer.session }, 200, { 'Cache-Control': 'no-store' })
  })

  /** Whether a request is from the page of a session, as we served it. */
  function isFromPage(c: DoorContext, id: string): boolean {
    const nonce = c.req.header(nonceHeader) ?? ''
    return isOwnPage(c, ownOrigin) && same(nonce, pageNonce(deps.pageKey, id))
  }

  return app
}

/** A buyer opens a sheet a few times; each asks Apple, over our connection. */
const SHEETS = { name: 'apple_sheet', points: 10, windowSeconds: 300 }

const AppleSessionRequest = z.strictObject({ validation_url: z.string().check(z.maxLength(2_048)) })

/** A card that has not expired, the security code of one that is stored, or a wallet's token; null for anything else. */
function handedIn(sent: unknown, now: Date): SubmittedCard | SubmittedCode | SubmittedWallet | null {
  const wallet = SubmittedWallet.safeParse(sent)
  if (wallet.success) return wallet.data
  const code = SubmittedCode.safeParse(sent)
  if (code.success) return code.data
  const card = SubmittedCard.safeParse(sent)
  return card.success && !hasExpired(expiryOf(card.data), now) ? card.data : null
}

/** Null for what is no JSON, or names a member twice. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return hasRepeatedMember(text) ? null : value
  } catch {
    return null
  }
}

const statusOf = { done: 200, used: 409, expired: 410, invalid: 422 } as const

/** A browser says where a request comes from; JSON makes it ask first, and we allow no other origin. */
function isOwnPage(c: DoorContext, ownOrigin: string): boolean {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const type = c.req.header('content-type') ?? ''
  return (
    (origin === undefined || origin === ownOrigin) &&
    (site === undefined || site === 'same-origin') &&
    /^application\/json\b/i.test(type)
  )
}

/** Proof that the page of this session was served by us: only that page can read it. */
function pageNonce(pageKey: Uint8Array, sessionId: string): string {
  return createHmac('sha256', pageKey).update(`fields page ${sessionId}`).digest('base64url')
}

function same(received: string, expected: string): boolean {
  const left = Buffer.from(received)
  const right = Buffer.from(expected)
  return left.length === right.length && timingSafeEqual(left, right)
}

function expiryOf({ exp_month: month, exp_year: year }: SubmittedCard): Expiry {
  return { month, year }
}
