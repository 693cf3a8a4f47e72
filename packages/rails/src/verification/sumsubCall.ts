import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { call, Unanswered, type Reply } from '../call.ts'

/** An app token of the operator's account, and the secret that was shown with it. */
export type SumsubToken = { readonly appToken: string; readonly secretKey: string }

/** Calls Sumsub once. @throws Unanswered */
export type SumsubCall = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) => Promise<Reply>

/** How long Sumsub may take to answer, milliseconds. */
const TIME_LIMIT_MS = 10_000

/**
 * Signed calls, as docs.sumsub.com describes them: `X-App-Access-Sig` is the hexadecimal HMAC-SHA256 over the time in
 * unix seconds, the method, the path with its query, and the body.
 */
export function sumsubCall(input: {
  readonly token: SumsubToken
  readonly clock: { now(): Date }
  readonly baseUrl?: string
  readonly fetch?: typeof globalThis.fetch
  readonly timeLimitMs?: number
}): SumsubCall {
  const { token, clock, baseUrl = 'https://api.sumsub.com', fetch = globalThis.fetch } = input
  return (method, path, body) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const seconds = String(Math.floor(clock.now().getTime() / 1_000))
    const headers = {
      'Content-Type': 'application/json',
      'X-App-Token': token.appToken,
      'X-App-Access-Ts': seconds,
      'X-App-Access-Sig': signatureOf(token, `${seconds}${method}${path}${text}`),
    }
    const request = { method, headers, ...(text === '' ? {} : { body: text }) }
    const limit = AbortSignal.timeout(input.timeLimitMs ?? TIME_LIMIT_MS)
    return call(fetch, `${baseUrl}${path}`, request, limit)
  }
}

function signatureOf({ secretKey }: SumsubToken, text: string): string {
  return createHmac('sha256', secretKey).update(text).digest('hex')
}

const SumsubError = z.object({ code: z.number(), errorName: z.optional(z.string()) })

/**
 * Sumsub's refusal in words for the operator: its numbers and names, never its sentences, which may contain personal
 * data.
 */
export function reasonOf({ status, json }: Reply): string {
  const { errorName } = SumsubError.safeParse(json).data ?? {}
  if (status === 401)
    return 'Sumsub does not know the caller (status 401): check the app token, its secret key and this machine’s clock'
  return `Sumsub said no with status ${status}${errorName === undefined ? '' : ` (${errorName})`}`
}

/** Reads the body of a reply. @throws Unanswered when it does not fit the schema */
export function readReply<Schema extends z.ZodMiniType>(schema: Schema, { json }: Reply): z.output<Schema> {
  const read = z.safeParse(schema, json)
  if (!read.success) throw new Unanswered('Sumsub answered in a way that cannot be read')
  return read.data
}

/** The outcome of a question, or `unknown` where there was no answer to rely on. */
export async function answerOf<Outcome>(
  asking: () => Promise<Outcome>,
): Promise<Outcome | { readonly is: 'unknown'; readonly why: string }> {
  try {
    return await asking()
  } catch (error) {
    if (error instanceof Unanswered) return { is: 'unknown', why: error.message }
    throw error
  }
}
