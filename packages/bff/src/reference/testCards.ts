import { declineReasons } from './declineReasons.ts'

/** The outcomes of the sandbox's card, by its expiry. The reasons of a decline are in {@link declineCodes}. */
export const testCards = [
  { expiry: '01/2038', outcome: 'Succeeds.' },
  { expiry: '02/2038', outcome: 'Is declined.' },
  { expiry: '03/2038', outcome: 'Is held; taking the money is declined.' },
  { expiry: '05/2038', outcome: '3-D Secure, then succeeds.' },
  { expiry: '06/2038', outcome: '3-D Secure, then is declined.' },
  { expiry: '12/2038', outcome: 'A page of the bank, then succeeds.' },
  { expiry: '12/2039', outcome: 'A page of the bank, then is declined.' },
] as const

/** The security codes by which 02/2038 is declined for another reason than the usual one. */
export const declineCodes: readonly { readonly code: string; readonly reason: string }[] = declineReasons
  .filter((reason) => reason !== 'Declined by processing')
  .map((reason, index) => ({ code: String(901 + index), reason }))
