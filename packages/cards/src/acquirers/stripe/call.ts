import { tracedFetch } from '@cambio/server/trace/tracedFetch.ts'
import type * as z from 'zod/mini'
import { encoded, type Form } from './form.ts'
import { ErrorBody, page } from './objects.ts'
import type { StripeAccount } from './StripeAccount.ts'
import { StripeRefusal } from './StripeRefusal.ts'

/** The API version whose objects `objects.ts` describes. */
const VERSION = '2025-09-30.clover'

const LONGEST_PAGE = 100

/**
 * Reads an object of the API.
 * @throws StripeRefusal when the API refuses, another error when there is no readable answer
 */
export async function read<Schema extends z.ZodMiniType>(
  account: StripeAccount,
  schema: Schema,
  path: string,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  return send(account, schema, path, { method: 'GET', signal })
}

/**
 * Calls the API with an idempotency key: repeated under the same key, the call is carried out once. Keys are kept for a
 * day at least.
 * @throws StripeRefusal when it was not done; any other error when the outcome is unknown
 */
export async function act<Schema extends z.ZodMiniType>(
  account: StripeAccount,
  schema: Schema,
  path: string,
  input: { form: Form; key: string; signal: AbortSignal },
): Promise<z.output<Schema>> {
  const { form, key, signal } = input
  return send(
    account,
    schema,
    path,
    { method: 'POST', body: encoded(form), signal },
    { 'Idempotency-Key': key },
  )
}

/** The items of a list, newest first. A page is fetched when its first item is read. */
export async function* listed<Item extends z.ZodMiniType<{ id: string }>>(
  account: StripeAccount,
  item: Item,
  path: string,
  input: { query: Form; signal: AbortSignal },
): AsyncGenerator<z.output<Item>> {
  for (let after: string | undefined; ;) {
    const query = encoded({ ...input.query, limit: String(LONGEST_PAGE), starting_after: after })
    const { data, has_more } = await read(account, page(item), `${path}?${query.toString()}`, input.signal)
    yield* data
    after = data.at(-1)?.id
    if (!has_more || after === undefined) return
  }
}

async function send<Schema extends z.ZodMiniType>(
  { url, key }: StripeAccount,
  schema: Schema,
  path: string,
  request: RequestInit,
  headers: Readonly<Record<string, string>> = {},
): Promise<z.output<Schema>> {
  const response = await tracedFetch(fetch, `${url}${path}`, {
    ...request,
    redirect: 'manual',
    headers: { Authorization: `Bearer ${key}`, 'Stripe-Version': VERSION, ...headers },
  })
  const text = await response.text()
  if (response.ok) return schema.parse(JSON.parse(text))
  if (!isRefusal(response.status)) throw new Error(`Stripe answered with ${response.status}.`)
  const { error } = ErrorBody.parse(JSON.parse(text))
  if (error.type === 'idempotency_error') throw new Error('Stripe has another request under this key.')
  throw new StripeRefusal({
    type: error.type,
    code: error.code ?? null,
    declineCode: error.decline_code ?? null,
  })
}

/**
 * Any other status is our mistake or shows no outcome: a wrong key, a conflict, too many requests, a failure of
 * Stripe's.
 */
function isRefusal(status: number): boolean {
  return status === 400 || status === 402 || status === 404
}
