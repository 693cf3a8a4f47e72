import { signCallback, signWebhook } from '@cambio/wire/partner/signature.ts'
import { callbackSecret } from '../callbackSecret.ts'
import type { CliDeps } from './CliDeps.ts'

/** How long a receiver may take, milliseconds; the exchange's own limit. */
const TIME_LIMIT_MS = 15_000

/** A callback on its way to a receiver. */
export type Delivery = {
  readonly id: string
  readonly body: string
  readonly at: Date
  /** Pauses half-way through the body for this long, milliseconds. */
  readonly pauseMs?: number
}

/** A receiver's answer: a status, or why there is none. */
export type Answered = { readonly status: number } | { readonly why: string }

/** Posts a callback to a receiver, signed as the exchange signs it. Redirects are not followed. */
export async function deliver(
  { fetch }: Pick<CliDeps, 'fetch'>,
  url: string,
  secret: string,
  { id, body, at, pauseMs }: Delivery,
): Promise<Answered> {
  const key = callbackSecret(secret)
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const headers = {
    'Content-Type': 'application/json',
    'API-Signature': signCallback(key, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signWebhook(key, id, timestamp, body),
  }
  const sent = pauseMs === undefined ? { body } : { body: inHalves(body, pauseMs), duplex: 'half' as const }
  try {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS)
    const answer = await fetch(url, { method: 'POST', headers, redirect: 'manual', signal, ...sent })
    await answer.body?.cancel()
    return { status: answer.status }
  } catch (error) {
    return {
      why:
        error instanceof Error && error.name === 'TimeoutError'
          ? 'nothing within 15 s'
          : 'nothing: no connection',
    }
  }
}

export function isAccepted(answered: Answered): boolean {
  return 'status' in answered && answered.status >= 200 && answered.status < 300
}

export function answerText(answered: Answered): string {
  return 'status' in answered ? String(answered.status) : answered.why
}

function inHalves(body: string, pauseMs: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body)
  const half = Math.floor(bytes.length / 2)
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.slice(0, half))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      controller.enqueue(bytes.slice(half))
      controller.close()
    },
  })
}
