import * as z from 'zod/mini'

/** How far a client is verified, lowest first. */
export const VerificationLevel = z.enum([
  'unverified',
  'email_phone',
  'basic',
  'identity',
  'address',
  'bank_statement',
])
export type VerificationLevel = z.infer<typeof VerificationLevel>
