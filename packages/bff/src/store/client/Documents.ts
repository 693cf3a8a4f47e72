import type { DocumentData } from '@cambio/exchange/client/DocumentData.ts'
import * as z from 'zod/mini'

/** What documents say, as JSON keeps it. */
export const Documents = z.object({
  names: z.array(z.object({ given: z.string(), family: z.string() })),
  birthDate: z.nullable(z.string()),
  countries: z.array(z.string()),
}) satisfies z.ZodMiniType<DocumentData>
