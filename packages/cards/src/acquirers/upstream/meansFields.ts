import type { MeansOfPayment } from '../../means/MeansOfPayment.ts'

/** The fields of a SALE that carry a means of payment. */
export function meansFields(means: MeansOfPayment): Readonly<Record<string, string | undefined>> {
  const { pan, expiry } = means
  switch (means.is) {
    case 'card':
      return {
        card_number: pan.reveal(),
        card_exp_month: expiry.month,
        card_exp_year: expiry.year,
        card_cvv2: means.cvv?.take(),
      }
    case 'network_token':
      return {
        network_token_number: pan.reveal(),
        network_token_exp_month: expiry.month,
        network_token_exp_year: expiry.year,
        network_token_cryptogram: means.cryptogram.take(),
        network_token_eci: means.eci ?? undefined,
        network_token_wallet: means.wallet,
      }
  }
}
