import * as z from 'zod/mini'

/*
 * The API's objects (docs.stripe.com/api), as far as they are read here.
 */

const id = z.string().check(z.regex(/^\w{1,255}$/))
/** In the API's own minor units, which are not always ours. */
const amount = z.pipe(
  z.int().check(z.nonnegative()),
  z.transform((count: number) => BigInt(count)),
)
const metadata = z.record(z.string(), z.string())

const PaymentError = z.object({
  code: z.nullish(z.string()),
  decline_code: z.nullish(z.string()),
})

export const Intent = z.object({
  id,
  object: z.literal('payment_intent'),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'canceled',
    'succeeded',
  ]),
  amount,
  amount_received: amount,
  currency: z.string(),
  metadata,
  last_payment_error: z.nullish(PaymentError),
  next_action: z.nullish(
    z.object({ redirect_to_url: z.nullish(z.object({ url: z.url({ protocol: /^https?$/ }) })) }),
  ),
})
export type Intent = z.infer<typeof Intent>

/** An intent that may not be ours, so that only its metadata is read. */
export const AnyIntent = z.object({ metadata })

export const Refund = z.object({
  id,
  object: z.literal('refund'),
  amount,
  status: z.nullish(z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled'])),
  metadata,
})
export type Refund = z.infer<typeof Refund>

export const Dispute = z.object({
  id,
  object: z.literal('dispute'),
  amount,
  /** A status that is unknown here does not count as a chargeback. */
  status: z.string(),
  reason: z.string(),
  created: z.int(),
})

/** A page of a list, newest first. */
export function page<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean() })
}

export const ErrorBody = z.object({
  error: z.object({
    type: z.string(),
    code: z.nullish(z.string()),
    decline_code: z.nullish(z.string()),
  }),
})

export const Event = z.object({
  id,
  type: z.string(),
  data: z.object({
    object: z.object({
      payment_intent: z.nullish(z.string()),
      metadata: z.nullish(metadata),
    }),
  }),
})
