import type { Answer, Route, Sending } from '@cambio/wire/http/route.ts'
import { signRequest, signRequestV2 } from '@cambio/wire/partner/signature.ts'
import * as z from 'zod/mini'
import { jsonLines } from './jsonLines.ts'
import { openSchema, type Open } from './Open.ts'
import { NoAnswer } from './ProblemError.ts'
import { send, TIME_LIMIT_MS, urlOf } from './send.ts'

/** A partner's client of the exchange. */
export type Partner = {
  /**
   * Calls a route of the contract, signed. Values and members that are newer than this package are passed on unchanged.
   * @param options.idempotencyKey makes a retry safe, where the route accepts one: the first answer is repeated
   * @throws ProblemError when the exchange refuses the call
   * @throws NoAnswer when the outcome is unknown
   */
  call<R extends PartnerRoute>(
    route: R,
    sending: Sending<R>,
    options?: { readonly idempotencyKey?: string },
  ): Promise<Open<Answer<R>>>
  /**
   * Reads the rows of a route that answers with rows, one after another, however many there are.
   * @throws ProblemError when the exchange refuses the call, and NoAnswer when its answer breaks off or stops: then
   * read it again
   */
  rows<R extends RowsRoute>(route: R, sending: Sending<R>): AsyncIterable<Open<Answer<R>>>
}

type PartnerRoute = Route & { readonly caller: 'partner' | 'anyone'; readonly isRows?: never }
type RowsRoute = Route & { readonly caller: 'partner'; readonly isRows: true }

/**
 * Creates a partner's client.
 * @param input.baseUrl the exchange's address; a path in front of the API is part of what is signed
 * @param input.signatureVersion 2 signs the method, the query and the time as well; 1 if left out
 * @param input.timestamp sends and signs the time with each request, so that it cannot be replayed later; version 2
 * always does
 */
export function createPartner(input: {
  readonly baseUrl: string
  readonly apiKey: string
  readonly secret: string
  readonly signatureVersion?: 1 | 2
  readonly timestamp?: boolean
  readonly fetch?: typeof globalThis.fetch
  readonly now?: () => Date
  readonly timeLimitMs?: number
}): Partner {
  const { baseUrl, fetch = globalThis.fetch, timeLimitMs = TIME_LIMIT_MS } = input
  return {
    async call<R extends PartnerRoute>(
      route: R,
      sending: Sending<R>,
      { idempotencyKey }: { readonly idempotencyKey?: string } = {},
    ) {
      const credentials = (url: URL, body: string) => signed(input, route.method, url, body)
      return send({ baseUrl, fetch, timeLimitMs, credentials }, route, sending, idempotencyKey)
    },
    async *rows<R extends RowsRoute>(route: R, sending: Sending<R>) {
      const url = urlOf(baseUrl, route, sending)
      const headers = { ...signed(input, route.method, url, ''), Accept: 'application/jsonl' }
      const row = openSchema(route.answer)
      for await (const json of jsonLines(fetch, url, { headers, timeLimitMs })) {
        const read = z.safeParse(row, json)
        if (!read.success)
          throw new NoAnswer(`The exchange answered ${route.path} in a way that cannot be read`)
        yield read.data as Open<Answer<R>>
      }
    },
  }
}

function signed(
  {
    apiKey,
    secret,
    signatureVersion,
    timestamp,
    now = () => new Date(),
  }: Parameters<typeof createPartner>[0],
  method: Route['method'],
  { pathname, search }: URL,
  body: string,
): Record<string, string> {
  const seconds = String(Math.floor(now().getTime() / 1_000))
  if (signatureVersion === 2) {
    const request = { method, target: pathname + search, body, timestamp: seconds }
    return {
      'API-Key': apiKey,
      'API-Signature-Version': '2',
      'API-Timestamp': seconds,
      'API-Signature': signRequestV2(secret, request),
    }
  }
  if (!timestamp) return { 'API-Key': apiKey, 'API-Signature': signRequest(secret, pathname, body) }
  return {
    'API-Key': apiKey,
    'API-Timestamp': seconds,
    'API-Signature': signRequest(secret, pathname, body, seconds),
  }
}
