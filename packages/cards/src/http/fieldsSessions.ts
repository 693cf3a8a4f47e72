import { clientIpOf, type DoorContext, type DoorEnv } from '@cambio/server/http/door.ts'
import { hasRepeatedMember } from '@cambio/wire/http/hasRepeatedMember.ts'
import { sameSignature, signRequest } from '@cambio/wire/partner/signature.ts'
import { FieldsSessionRequest } from '@cambio/wire/widget/FieldsSession.ts'
import { Hono } from 'hono'
import type * as z from 'zod/mini'
import { frameUrl } from '../fields/frameUrl.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Guard } from '../merchant/requestGuard.ts'
import type { Platform } from '../Platform.ts'
import { signersOf } from '../protocol/isSignedBy.ts'
import { blank, notValid, Refusal } from '../protocol/Refusal.ts'
import { Uuid } from '../protocol/Uuid.ts'
import { findMerchant } from '../store/merchants.ts'
import { merchantOf, openSession, readSession } from '../vault/fieldsSessions.ts'
import { logUnsigned } from './logUnsigned.ts'

/** Sessions of the hosted card fields, server to server; requests are signed with the merchant's password. */
export function fieldsSessionRoutes({
  platform,
  guard,
}: {
  platform: Platform
  guard: Guard
}): Hono<DoorEnv> {
  const app = new Hono<DoorEnv>()

  app.post('/fields/sessions', async (c) => {
    const body = await c.req.text()
    const sent = parsed(body)
    const request = FieldsSessionRequest.safeParse(sent)
    if (!request.success) throw new Refusal('invalid', complaints(sent, request.error.issues))
    const merchant = await signedBy(c, request.data.client_key, body)
    const session = await openSession(platform, merchant, request.data)
    return c.json({ session_id: session.id, url: frameUrl(platform.paymentUrl, session) })
  })

  app.get('/fields/sessions/:id', async (c) => {
    const id = c.req.param('id')
    const clientKey = c.req.header('api-key') ?? (await merchantOf(platform, id)) ?? ''
    const merchant = await signedBy(c, clientKey, '')
    const session = await readSession(platform, merchant, id)
    if (session === undefined) throw new Refusal('session_unknown')
    return c.json(session)
  })

  /** The merchant that signed this request with its password. @throws Refusal `unsigned`, whatever the reason */
  async function signedBy(c: DoorContext, clientKey: string, body: string): Promise<Merchant> {
    const key = Uuid.safeParse(clientKey)
    const merchant = key.success ? await findMerchant(platform, key.data) : undefined
    if (merchant === undefined || !hasSigned(merchant, c, body)) {
      logUnsigned(c, platform.log, key.data ?? null)
      throw new Refusal('unsigned')
    }
    guard.admit(merchant, clientIpOf(c))
    return merchant
  }

  function hasSigned(merchant: Merchant, c: DoorContext, body: string): boolean {
    const timestamp = c.req.header('api-timestamp') ?? ''
    const signature = c.req.header('api-signature') ?? ''
    const isSigned = signersOf(merchant).some(({ password }) =>
      sameSignature(signRequest(password, c.req.path, body, timestamp), signature),
    )
    return isSigned && (timestamp === '' || isRecent(timestamp))
  }

  function isRecent(timestamp: string): boolean {
    const ageSeconds = platform.clock.now().getTime() / 1000 - Number(timestamp)
    return Math.abs(ageSeconds) <= 300
  }

  return app
}

/** @throws Refusal for a repeated JSON member, because readers differ in which of the two counts */
function parsed(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (hasRepeatedMember(text)) throw notValid('body')
  return value
}

/** One complaint for each field that is missing or invalid. */
function complaints(sent: unknown, issues: readonly z.core.$ZodIssue[]): readonly string[] {
  const fields = new Set(issues.flatMap(({ path: [field] }) => (field === undefined ? [] : [String(field)])))
  const presentFields = new Set(typeof sent === 'object' && sent !== null ? Object.keys(sent) : [])
  return [...fields].flatMap((field) => (presentFields.has(field) ? notValid(field) : blank(field)).fields)
}
