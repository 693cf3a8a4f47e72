import * as z from 'zod/mini'
import { Amount } from '../http/field.ts'

/** A balance with the exchange in one currency that may be spent now, without reserved amounts. */
export const BalanceEntry = z.object({ amount: Amount, currency: z.string() })
export type BalanceEntry = z.infer<typeof BalanceEntry>
