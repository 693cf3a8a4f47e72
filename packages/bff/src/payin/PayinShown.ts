import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'

/** How an order is paid, as the operator reads it. */
export const PayinShown = z.object({
  refund_address: z.nullable(z.string()),
  attempts: z.array(
    z.object({
      number: z.number(),
      state: z.string(),
      amount: z.nullable(z.string()),
      platform_order_id: z.string(),
      card: z.string(),
      /** The wallet that the card was paid from. */
      wallet: z.nullable(z.string()),
      decline_reason: z.nullable(z.string()),
    }),
  ),
  deposits: z.array(
    z.object({
      number: z.number(),
      state: z.string(),
      amount: z.string(),
      currency: z.string(),
      txid: z.string(),
      sender: z.string(),
    }),
  ),
  transfers: z.array(
    z.object({
      number: z.number(),
      state: z.string(),
      amount: z.string(),
      currency: z.string(),
      entry: z.string(),
      /** The amount that a bank charged back. */
      taken_back: z.nullable(z.string()),
    }),
  ),
})

export type PayinShown = z.infer<typeof PayinShown>

/** The members of every received payment. */
export function paymentShown({ number, state, amount }: ReceivedPayment) {
  return { number, state, amount: Money.format(amount), currency: amount.currency }
}

type ReceivedPayment = { readonly number: number; readonly state: string; readonly amount: Money.Money }
