import * as z from 'zod/mini'

/** The verification levels of a client, lowest first. */
export const VerificationLevel = z.enum([
  'unverified',
  'email_phone',
  'basic',
  'identity',
  'address',
  'bank_statement',
])
export type VerificationLevel = z.infer<typeof VerificationLevel>
