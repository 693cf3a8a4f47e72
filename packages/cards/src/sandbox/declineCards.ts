import type { Expiry } from '../means/Expiry.ts'
import { declineReasons, type DeclineReason } from '../transaction/DeclineReason.ts'

/** Any other card is declined for this one. */
const USUAL: DeclineReason = 'Declined by processing'

/** The sandbox's cards that expire in this year are declined, each month for another reason. */
const YEAR = '2045'

/** Why the sandbox's bank declines its card with this expiry, which is none of the seven with an outcome of their own. */
export function declineReasonOf({ month, year }: Expiry): DeclineReason {
  const others = declineReasons.filter((reason) => reason !== USUAL)
  return year === YEAR ? (others[Number(month) - 1] ?? USUAL) : USUAL
}
