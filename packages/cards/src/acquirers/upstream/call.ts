import type * as z from 'zod/mini'
import { followUpHash, saleHash, subjectOf } from '../../protocol/hash.ts'
import type { AcquirerPayment } from '../AcquirerPayment.ts'
import type { Account } from './Account.ts'

/** An answer that says nothing of what became of the request. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** The account had sent too many requests, so this one was turned away before anything was done. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests'
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('The upstream platform had too many requests.')
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Sends one action to the other platform and reads its answer, which is JSON whatever the status.
 * @throws TooManyRequests when it did nothing; anything else when no answer can be read: then nobody knows what became
 *   of it
 */
export async function call<Schema extends z.ZodMiniType>(
  account: Account,
  schema: Schema,
  fields: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const body = new FormData()
  body.set('client_key', account.clientKey)
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value)
  const response = await fetch(`${account.url}/post`, { method: 'POST', body, redirect: 'manual', signal })
  const text = await response.text()
  if (response.status === 429) throw new TooManyRequests(retryAfterMsOf(response))
  if (response.status >= 500) throw new NoAnswer(`The upstream platform answered with ${response.status}.`)
  return schema.parse(JSON.parse(text))
}

/** Its windows are of a second, where it names none. */
function retryAfterMsOf({ headers }: Response): number {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : 1_000
}

/** The fields that name a payment and prove who asks: by its trans_id, or by our own id before one is known. */
export function named({ signer }: Account, payment: AcquirerPayment): Record<string, string> {
  const { reference, transactionId, payerEmail, mask } = payment
  const hash = followUpHash(signer, payerEmail, reference ?? transactionId, subjectOf(mask))
  return reference === null ? { order_id: transactionId, hash } : { trans_id: reference, hash }
}

export function saleSignature({ signer }: Account, email: string, mask: string): string {
  return saleHash(signer, email, subjectOf(mask))
}
