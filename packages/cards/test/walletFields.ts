import { followUpHash, saleHash, subjectOf } from '../src/protocol/hash.ts'
import { testNetworkTokens } from '../src/sandbox/testNetworkTokens.ts'
import { password, type Fields } from './rig.ts'

/* A SALE with what Apple Pay or Google Pay gives in a card's place. */

const signer = { password, algorithm: 'md5' } as const
const email = 'doe@example.com'

/** The sandbox's token, which stands for no card. */
export const tokenNumber = testNetworkTokens[0].number
export const cryptogram = 'AgAAAAAABk4DWZ4C28yUQAAAAAA='

const noCard = { card_number: '', card_exp_month: '', card_exp_year: '', card_cvv2: '' }

/** A SALE by a wallet's network token, signed, with changes; an empty value leaves a field out. */
export function walletFields(changes: Fields = {}): Fields {
  return {
    ...noCard,
    network_token_number: tokenNumber,
    network_token_exp_month: '01',
    network_token_exp_year: '2038',
    network_token_cryptogram: cryptogram,
    network_token_eci: '5',
    network_token_wallet: 'apple_pay',
    hash: saleHash(signer, email, subjectOf(tokenNumber)),
    ...changes,
  }
}

/** The hash of a request that follows such a SALE. */
export function walletHash(transId: string): string {
  return followUpHash(signer, email, transId, subjectOf(tokenNumber))
}
