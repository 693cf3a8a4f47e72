import * as z from 'zod/mini'
import { wallets } from '../means/networkToken/NetworkToken.ts'

/** A wallet's encrypted token as the frame hands it in at POST /fields/sessions/{id}/card, in a card's place. */
export const SubmittedWallet = z.strictObject({
  wallet: z.enum(wallets),
  token: z.string().check(z.minLength(1), z.maxLength(16_384)),
})
export type SubmittedWallet = z.infer<typeof SubmittedWallet>
