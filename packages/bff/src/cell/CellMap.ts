import { CELL_NAME } from '@cambio/exchange/cell/Cell.ts'
import * as z from 'zod/mini'

const CellName = z.string().check(z.regex(CELL_NAME))

/** What a router must know about one cell, as “cell map” writes it for “cell router”. It contains no secret. */
export const CellMap = z.object({
  cell: CellName,
  /** Every cell; the first receives what has no mark. */
  cells: z.array(CellName).check(z.minLength(1)),
  /** API keys, the public part of a partner's credentials. */
  keys: z.array(z.string().check(z.regex(/^[!-~]{1,100}$/))),
  /** Ids of this cell's orders and requests that a router would look for in another. */
  ids: z.array(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))),
})
export type CellMap = z.output<typeof CellMap>
