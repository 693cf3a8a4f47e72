import {
  AttemptDeclined,
  CallbackV1,
  CallbackV2,
  CodeCallback,
  LockedCallback,
} from '@cambio/wire/partner/Callback.ts'
import { sameSignature, signCallback, signWebhook } from '@cambio/wire/partner/signature.ts'
import * as z from 'zod/mini'
import { callbackSecret } from './callbackSecret.ts'
import { openSchema, type Open } from './Open.ts'

/** A verified callback of any type. */
export type Callback = Open<CallbackV1 | CallbackV2 | CodeCallback | LockedCallback | AttemptDeclined>

const AnyCallback = z.union([CallbackV2, CodeCallback, LockedCallback, AttemptDeclined, CallbackV1])

/** The result of reading a callback: its content, or why it cannot be trusted. */
export type Verified =
  | {
      readonly ok: true
      readonly callback: Callback
      /** The callback's id, the same each time it is sent: drop one that you have seen. Null where no id was sent. */
      readonly id: string | null
    }
  | {
      readonly ok: false
      readonly reason:
        | 'signature_missing'
        | 'signature_wrong'
        /** Signed, but not recently: a replay, or one of the two clocks is wrong. */
        | 'timestamp_outside_tolerance'
        /** Signed, but of no form that this version of the package knows. */
        | 'body_unreadable'
    }

/** Headers of a Fetch API request, or of a Node.js request. */
type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Checks and reads a callback. The signature over the body alone cannot detect a replay; the Standard Webhooks headers
 * beside it can, and the exchange always sends them, so by default they must be there and they decide: while a secret
 * is being replaced they are signed by the former one too, and API-Signature by the new one alone.
 * @param input.body the bytes as they were received, as text: parsing and printing them again breaks the signature
 * @param input.secret the callback secret, as it is or as `whsec_…`
 * @param input.now the time of the receiver's clock; the time of this call, if not given
 * @param input.undated takes callbacks without Standard Webhooks headers too, whenever they were made
 */
export function verifyCallback(input: {
  readonly body: string
  readonly headers: HeadersLike
  readonly secret: string
  readonly now?: Date
  readonly toleranceSeconds?: number
  readonly undated?: boolean
}): Verified {
  const { body } = input
  const secret = callbackSecret(input.secret)
  const signature = header(input.headers, 'API-Signature')
  const delivery = deliveryOf(input.headers)
  if (signature === undefined || (!delivery && !input.undated)) return no('signature_missing')
  const objection = delivery
    ? objectionTo(delivery, { ...input, secret })
    : objectionToBody(body, signature, secret)
  if (objection) return no(objection)
  const callback = read(body)
  return callback ? { ok: true, callback, id: delivery?.id ?? null } : no('body_unreadable')
}

type Reason = Extract<Verified, { ok: false }>['reason']

function no(reason: Reason): Verified {
  return { ok: false, reason }
}

type Headed = { readonly id: string; readonly timestamp: string; readonly signatures: string }

/**
 * The Standard Webhooks headers; undefined only when none of them is there, so that leaving out one of them gains
 * nothing.
 */
function deliveryOf(headers: HeadersLike): Headed | undefined {
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  if (id === undefined && timestamp === undefined && signatures === undefined) return undefined
  return { id: id ?? '', timestamp: timestamp ?? '', signatures: signatures ?? '' }
}

function objectionToBody(body: string, signature: string, secret: string): Reason | undefined {
  return sameSignature(signCallback(secret, body), signature) ? undefined : 'signature_wrong'
}

function objectionTo(
  { id, timestamp, signatures }: Headed,
  { secret, body, now = new Date(), toleranceSeconds = 300 }: Parameters<typeof verifyCallback>[0],
): Reason | undefined {
  const expected = signWebhook(secret, id, timestamp, body)
  if (!signatures.split(' ').some((signature) => sameSignature(expected, signature))) return 'signature_wrong'
  const ageSeconds = now.getTime() / 1_000 - Number(timestamp)
  return Math.abs(ageSeconds) <= toleranceSeconds ? undefined : 'timestamp_outside_tolerance'
}

function read(body: string): Callback | undefined {
  const read = z.safeParse(openSchema(AnyCallback), parsed(body))
  return read.success ? (read.data as Callback) : undefined
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function header(headers: HeadersLike, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const lowerCased = name.toLowerCase()
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === lowerCased)?.[1]
  return typeof value === 'string' ? value : value?.[0]
}
