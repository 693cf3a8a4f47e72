import { languages } from '@cambio/wire/language/languages.ts'
import { Theme } from '@cambio/wire/widget/CardFrame.ts'
import * as z from 'zod/mini'
import type { FrameMessages } from './FrameMessages.ts'

/* What the platform writes into the frame's page for the script in it. Nothing here is secret from the page above. */

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

/** What a wallet is asked with, in the wallet's own words; or that the sandbox plays it. */
const WalletRequest = z.union([z.literal('simulated'), z.record(z.string(), z.unknown())])

/** What Apple Pay is asked with: what its sheet names, and the request in Apple's words. */
const AppleRequest = z.union([
  z.literal('simulated'),
  z.object({ label: z.string(), data: z.record(z.string(), z.unknown()) }),
])

export const PageData = z.object({
  session_id: z.string(),
  /** Goes back with the card: a page that was not served this document cannot hand one in. */
  nonce: z.string(),
  parent_origin: z.string(),
  state: z.enum(['open', 'complete', 'used', 'expired']),
  theme: Theme,
  /** What the form says in the language of its locale. Its script fetches any other when the page above asks for it. */
  language: z.object({
    tag: z.enum(languages),
    messages: z.custom<FrameMessages>((value) => typeof value === 'object' && value !== null),
  }),
  /** Empty outside the sandbox. */
  test_cards: z.array(TestCard),
  /** The stored card whose security code alone is asked for; left out where a card is to be typed. */
  stored_card: z.optional(
    z.object({
      brand: z.optional(z.enum(['Visa', 'MasterCard'])),
      last_digits: z.string(),
      exp_month: z.string(),
      exp_year: z.string(),
    }),
  ),
  /** The amount that a wallet asks its buyer to approve, and what to ask it with; left out where none is offered. */
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
