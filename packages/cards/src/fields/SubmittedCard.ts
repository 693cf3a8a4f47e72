import { luhn } from '@cambio/wire/cardNumber.ts'
import * as z from 'zod/mini'

/*
 * A card as the frame hands it in at POST /fields/sessions/{id}/card: whole digits, the year in full. The same
 * schema stands in the frame and at the door. Whether the card is expired is for the clock to say, not for this.
 */

const code = z.string().check(z.regex(/^\d{3,4}$/))

export const SubmittedCard = z.object({
  number: z.string().check(z.regex(/^\d{12,19}$/), z.refine(luhn)),
  exp_month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/)),
  exp_year: z.string().check(z.regex(/^20\d\d$/)),
  code,
  /** Whether the buyer wants the card to be stored for their next payments. */
  store: z.optional(z.boolean()),
})
export type SubmittedCard = z.infer<typeof SubmittedCard>

/** What is handed in for a card that is stored already. */
export const SubmittedCode = z.strictObject({ code })
export type SubmittedCode = z.infer<typeof SubmittedCode>
