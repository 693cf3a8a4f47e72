import * as z from 'zod/mini'
import { CountryCode } from './http/field.ts'

/** The countries that a buyer may name, and whether they are served, and served by card. */
export const CountryList = z.array(
  z.object({ code: CountryCode, forbidden: z.boolean(), forbidden_card: z.boolean() }),
)
export type CountryList = z.infer<typeof CountryList>
