import { declineReasons, type DeclineReason } from '../transaction/DeclineReason.ts'

/** The declined test card is declined for this one with any other security code. */
const USUAL: DeclineReason = 'Declined by processing'

/** The security code that stands for the first other reason; each next reason has the next number. */
const FIRST_CODE = 901

const others = declineReasons.filter((reason) => reason !== USUAL)

/** Why the sandbox's bank declines its declined test card, by the security code that came with it. */
export function declineReasonOf(code: string | null): DeclineReason {
  return others[Number(code) - FIRST_CODE] ?? USUAL
}
