import { objectionToIban } from '../../../payout/address/iban.ts'
import type { TransferPayer } from './TransferPayin.ts'

/** Why no SEPA transfer can take money back to its payer, for the operator; undefined where one can. */
export function objectionToReturn({ iban }: TransferPayer): string | undefined {
  return iban === null ? 'The bank names no account of the payer.' : objectionToIban(iban)
}
