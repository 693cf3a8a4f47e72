import { tracedFetch } from '@cambio/server/trace/tracedFetch.ts'
import type * as z from 'zod/mini'
import { followUpHash, saleHash, subjectOf } from '../../protocol/hash.ts'
import type { AcquirerPayment } from '../AcquirerPayment.ts'
import type { UpstreamAccount } from './UpstreamAccount.ts'

/** An answer that does not show the outcome of the request. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** The rate limit refused the request before anything was done. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests'
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('The upstream platform had too many requests.')
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Sends one action to the upstream platform and reads its answer, which is JSON with any status.
 * @throws TooManyRequests when nothing was done; any other error when there is no readable answer and the outcome is
 *   unknown
 */
export async function call<Schema extends z.ZodMiniType>(
  account: UpstreamAccount,
  schema: Schema,
  fields: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const body = new FormData()
  body.set('client_key', account.clientKey)
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value)
  const request = { method: 'POST', body, redirect: 'manual', signal } as const
  const response = await tracedFetch(fetch, `${account.url}/post`, request)
  const text = await response.text()
  if (response.status === 429) throw new TooManyRequests(retryAfterMsOf(response))
  if (response.status >= 500) throw new NoAnswer(`The upstream platform answered with ${response.status}.`)
  return schema.parse(JSON.parse(text))
}

/** One second where the answer names no time. */
function retryAfterMsOf({ headers }: Response): number {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : 1_000
}

/** The fields that name a payment and sign for it: its trans_id there, or our own id before that is known. */
export function paymentReferenceFields(
  { signer }: UpstreamAccount,
  payment: AcquirerPayment,
): Record<string, string> {
  const { reference, transactionId, payerEmail, mask } = payment
  const hash = followUpHash(signer, payerEmail, reference ?? transactionId, subjectOf(mask))
  return reference === null ? { order_id: transactionId, hash } : { trans_id: reference, hash }
}

export function saleSignature({ signer }: UpstreamAccount, email: string, mask: string): string {
  return saleHash(signer, email, subjectOf(mask))
}
