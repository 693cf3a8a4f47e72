import * as z from 'zod/mini'
import { CountryCode } from './http/field.ts'

/** A country, with the ways of paying that are not available there. */
export const CountryEntry = z.object({
  code: CountryCode,
  /** Its English name. */
  name: z.string(),
  forbidden: z.union([z.literal(0), z.literal(1)]),
  forbidden_card: z.union([z.literal(0), z.literal(1)]),
})
export type CountryEntry = z.infer<typeof CountryEntry>
