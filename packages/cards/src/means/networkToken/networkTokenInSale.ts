import { luhn } from '@cambio/wire/cardNumber.ts'
import * as z from 'zod/mini'
import { blank } from '../../protocol/Refusal.ts'
import type { MeansInSale } from '../MeansInSale.ts'
import { Pan } from '../Pan.ts'
import { Cryptogram, wallets, type NetworkToken } from './NetworkToken.ts'

const fields = {
  network_token_number: z.optional(z.string().check(z.regex(/^\d{12,19}$/), z.refine(luhn))),
  network_token_exp_month: z.optional(z.string().check(z.regex(/^(0[1-9]|1[0-2])$/))),
  network_token_exp_year: z.optional(z.string().check(z.regex(/^20\d\d$/))),
  /** Networks make 20 or 21 bytes; longer cryptograms are accepted too. */
  network_token_cryptogram: z.optional(
    z.string().check(z.minLength(24), z.maxLength(64), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  ),
  /** Apple Pay writes one digit, networks two. */
  network_token_eci: z.optional(
    z.string().check(
      z.overwrite((eci) => (eci.length === 1 ? `0${eci}` : eci)),
      z.regex(/^0[0-9]$/),
    ),
  ),
  network_token_wallet: z.optional(z.enum(wallets)),
}

/** How a SALE carries a wallet's network token. */
export const networkTokenInSale: MeansInSale<typeof fields, NetworkToken> = {
  fields,
  numberField: 'network_token_number',
  read(sent, number) {
    const { network_token_exp_month: month, network_token_exp_year: year } = sent
    const { network_token_cryptogram: cryptogram, network_token_eci: eci = null } = sent
    const { network_token_wallet: wallet } = sent
    if (month === undefined) throw blank('network_token_exp_month')
    if (year === undefined) throw blank('network_token_exp_year')
    if (cryptogram === undefined) throw blank('network_token_cryptogram')
    if (wallet === undefined) throw blank('network_token_wallet')
    return {
      is: 'network_token',
      pan: new Pan(number),
      expiry: { month, year },
      cryptogram: new Cryptogram(cryptogram),
      eci,
      wallet,
    }
  },
}
