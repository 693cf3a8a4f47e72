import { CELL_NAME } from '@cambio/exchange/cell/Cell.ts'
import { tokenHash } from '@cambio/server/cardMove/cardMoveFiles.ts'
import * as z from 'zod/mini'

const cell = z.string().check(z.regex(CELL_NAME))

/** The file by which a cell confirms to another that it has the cards of a move. Sealed with the key that the cells share. */
export const cardReceipt = {
  heading: z.strictObject({
    format: z.literal('cambio card receipt 1'),
    move: z.uuid(),
    from: cell,
    to: cell,
  }),
  part: z.strictObject({ is: z.literal('card'), hash: tokenHash }),
}
