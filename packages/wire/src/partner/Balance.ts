import * as z from 'zod/mini'
import { Amount } from '../http/field.ts'

/** What somebody has with the exchange in one currency and may spend now: what is reserved is not in it. */
export const BalanceEntry = z.object({ amount: Amount, currency: z.string() })
export type BalanceEntry = z.infer<typeof BalanceEntry>
