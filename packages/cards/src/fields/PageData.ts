import { languages } from '@cambio/wire/language/languages.ts'
import { Theme } from '@cambio/wire/widget/CardFrame.ts'
import * as z from 'zod/mini'
import type { FrameMessages } from './FrameMessages.ts'

/* The data that the platform writes into the frame's page for its script. None of it is secret from the parent page. */

export const TestCard = z.object({
  outcome: z.enum([
    'success',
    'declined',
    'capture_fails',
    '3ds_success',
    '3ds_declined',
    'redirect_success',
    'redirect_declined',
  ]),
  number: z.string(),
  exp_month: z.string(),
  exp_year: z.string(),
})
export type TestCard = z.infer<typeof TestCard>

/** A wallet's request in the wallet's own format, or that the sandbox simulates the wallet. */
const WalletRequest = z.union([z.literal('simulated'), z.record(z.string(), z.unknown())])

/** The request to Apple Pay: the names on its sheet, and the request in Apple's format. */
const AppleRequest = z.union([
  z.literal('simulated'),
  z.object({ label: z.string(), data: z.record(z.string(), z.unknown()) }),
])

export const PageData = z.object({
  session_id: z.string(),
  /** Sent along with the card: a page that was not served this document cannot submit a card. */
  nonce: z.string(),
  parent_origin: z.string(),
  state: z.enum(['open', 'complete', 'used', 'expired']),
  theme: Theme,
  /** The words of the form in its locale. Its script fetches another language when the parent page asks for it. */
  language: z.object({
    tag: z.enum(languages),
    messages: z.custom<FrameMessages>((value) => typeof value === 'object' && value !== null),
  }),
  /** Empty outside the sandbox. */
  test_cards: z.array(TestCard),
  /** The stored card whose security code is asked for. Left out where a card is to be typed. */
  stored_card: z.optional(
    z.object({
      brand: z.optional(z.enum(['Visa', 'MasterCard'])),
      last_digits: z.string(),
      exp_month: z.string(),
      exp_year: z.string(),
    }),
  ),
  /** The amount that a wallet asks its buyer to approve, and the wallets' requests. Left out where none is offered. */
  wallets: z.optional(
    z.object({
      amount: z.string(),
      currency: z.string(),
      google_pay: z.optional(WalletRequest),
      apple_pay: z.optional(AppleRequest),
    }),
  ),
  /** Whether the buyer may have the card stored. */
  may_store: z.optional(z.literal(true)),
})
export type PageData = z.infer<typeof PageData>
