import type { DocumentData } from '@cambio/exchange/client/DocumentData.ts'
import * as z from 'zod/mini'

/** The details in a client's documents, as stored in JSON. */
export const Documents = z.object({
  names: z.array(z.object({ given: z.string(), family: z.string() })),
  birthDate: z.nullable(z.string()),
  countries: z.array(z.string()),
}) satisfies z.ZodMiniType<DocumentData>
