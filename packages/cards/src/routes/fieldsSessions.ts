import { clientIpOf, type DoorContext, type DoorEnv } from '@cambio/server/door.ts'
import { FieldsSessionRequest } from '@cambio/wire/FieldsSession.ts'
import { sameSignature, signRequest } from '@cambio/wire/signature.ts'
import { Hono } from 'hono'
import type * as z from 'zod/mini'
import { frameUrl } from '../fields/frameUrl.ts'
import type { Guard } from '../guard.ts'
import type { Merchant } from '../Merchant.ts'
import { logStranger } from '../logStranger.ts'
import type { Platform } from '../Platform.ts'
import { signersOf } from '../protocol/isSignedBy.ts'
import { blank, notValid, Refusal } from '../protocol/Refusal.ts'
import { findMerchant } from '../store/merchants.ts'
import { Uuid } from '../Uuid.ts'
import { merchantOf, openSession, readSession } from '../vault/fieldsSessions.ts'

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
    if (merchant === undefined) return unsigned(c, request.data.client_key)
    const id = await openSession(platform, merchant, request.data)
    return c.json({ session_id: id, url: frameUrl(platform.paymentUrl, id) })
  })

  app.get('/fields/sessions/:id', async (c) => {
    const id = c.req.param('id')
    const clientKey = c.req.header('api-key') ?? (await merchantOf(platform, id)) ?? ''
    const merchant = await signedBy(c, clientKey, '')
    if (merchant === undefined) return unsigned(c, clientKey)
    const session = await readSession(platform, merchant, id)
    return session === undefined
      ? problem(c, 404, 'session_unknown', 'There is no such session.')
      : c.json(session)
  })

  /** The merchant whose password signed this request, as admitted as for a SALE. */
  async function signedBy(c: DoorContext, clientKey: string, body: string): Promise<Merchant | undefined> {
    const key = Uuid.safeParse(clientKey)
    const merchant = key.success ? await findMerchant(platform, key.data) : undefined
    if (merchant === undefined) return undefined
    const timestamp = c.req.header('api-timestamp') ?? ''
    const signature = c.req.header('api-signature') ?? ''
    const isSigned = signersOf(merchant).some(({ password }) =>
      sameSignature(signRequest(password, c.req.path, body, timestamp), signature),
    )
    if (!isSigned) return undefined
    if (timestamp !== '' && !isRecent(timestamp)) return undefined
    guard.admit(merchant, clientIpOf(c))
    return merchant
  }

  /** The same answer for every reason, unless too many come from this network. */
  function unsigned(c: DoorContext, clientKey: string) {
    logStranger(c, platform.log, Uuid.safeParse(clientKey).data ?? null)
    const refusal = guard.orTooMany(new Refusal('unsigned'), clientIpOf(c))
    if (refusal.code !== 'unsigned') throw refusal
    return problem(c, 401, 'signature_invalid', refusal.message)
  }

  function isRecent(timestamp: string): boolean {
    const ageSeconds = platform.clock.now().getTime() / 1000 - Number(timestamp)
    return Math.abs(ageSeconds) <= 300
  }

  return app
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is wrong with a body, by the name of each of its fields; nothing where it is no object. */
function complaints(sent: unknown, issues: readonly z.core.$ZodIssue[]): readonly string[] {
  const fields = new Set(issues.flatMap(({ path: [field] }) => (field === undefined ? [] : [String(field)])))
  const presentFields = new Set(typeof sent === 'object' && sent !== null ? Object.keys(sent) : [])
  return [...fields].flatMap((field) => (presentFields.has(field) ? notValid(field) : blank(field)).fields)
}

function problem(c: DoorContext, status: 401 | 404, code: string, detail: string) {
  return c.json({ result: 'ERROR', code, error_message: detail }, status)
}
