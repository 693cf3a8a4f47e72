import { declineReasons } from './declineReasons.ts'

/** What the sandbox's card does, by its expiry. Declines for a reason of their own are in {@link declineCards}. */
export const testCards = [
  { expiry: '01/2038', outcome: 'Succeeds.' },
  { expiry: '02/2038', outcome: 'Is declined.' },
  { expiry: '03/2038', outcome: 'Is held; taking the money is declined.' },
  { expiry: '05/2038', outcome: '3-D Secure, then succeeds.' },
  { expiry: '06/2038', outcome: '3-D Secure, then is declined.' },
  { expiry: '12/2038', outcome: 'A page of the bank, then succeeds.' },
  { expiry: '12/2039', outcome: 'A page of the bank, then is declined.' },
] as const

/** The reason of 02/2038 and of any card that is not listed. */
const USUAL = 'Declined by processing'

/** The expiry that is declined for each reason: the usual one, and a month of 2045 for each other. */
export const declineCards: readonly { readonly expiry: string; readonly reason: string }[] = [
  { expiry: '02/2038', reason: USUAL },
  ...declineReasons
    .filter((reason) => reason !== USUAL)
    .map((reason, index) => ({ expiry: `${String(index + 1).padStart(2, '0')}/2045`, reason })),
]
