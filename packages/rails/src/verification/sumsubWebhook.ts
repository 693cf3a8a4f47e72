import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Received, Webhook } from '../Webhook.ts'

/** Sumsub's names for its signature algorithms. The older one by SHA-1 is refused. */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['HMAC_SHA256_HEX', 'sha256'],
  ['HMAC_SHA512_HEX', 'sha512'],
])

/** Sumsub's last attempt is about a day after the event. A notice that is replayed later is refused. */
const OLDEST_MS = 48 * 60 * 60 * 1_000

const Event = z.object({
  externalUserId: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  /** `YYYY-MM-DD HH:MM:SS.fff`, UTC. */
  createdAtMs: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?$/)),
})

/**
 * Where Sumsub reports that something changed for a client. `x-payload-digest` is an HMAC over the body as it was
 * received, by the algorithm in `x-payload-digest-alg`. The reported event is not trusted: it only names the client to
 * ask about, so a repeated call makes us ask twice, and nothing else.
 */
export function sumsubWebhook(
  { clock }: { readonly clock: { now(): Date } },
  { secret }: { readonly secret: string },
): Pick<Webhook, 'receive'> {
  return {
    receive({ headers, body }) {
      if (!isSigned(secret, headers, body)) return Promise.resolve(refusal)
      const event = Event.safeParse(parsed(body))
      if (!event.success) return Promise.resolve(unreadable)
      const { externalUserId, createdAtMs } = event.data
      const ageMs = clock.now().getTime() - new Date(`${createdAtMs.replace(' ', 'T')}Z`).getTime()
      if (ageMs > OLDEST_MS) return Promise.resolve(refusal)
      const references = externalUserId === undefined ? [] : [externalUserId]
      return Promise.resolve({ references, answer: { status: 200, body: 'OK' } })
    },
  }
}

const refusal: Received = { references: [], answer: { status: 403, body: 'Not signed, or too old' } }
const unreadable: Received = { references: [], answer: { status: 400, body: 'Not an event' } }

function isSigned(secret: string, headers: Headers, body: Uint8Array): boolean {
  const algorithm = algorithms.get(headers.get('x-payload-digest-alg') ?? '')
  const digest = headers.get('x-payload-digest') ?? ''
  if (algorithm === undefined || !/^[0-9a-f]+$/i.test(digest)) return false
  const expected = createHmac(algorithm, secret).update(body).digest()
  const received = Buffer.from(digest, 'hex')
  return received.length === expected.length && timingSafeEqual(received, expected)
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
