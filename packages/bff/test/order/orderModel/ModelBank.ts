/** The bank of the exchange, as the model knows it. */
export type ModelBank = {
  /** What is on the account, EUR cents. */
  cents: bigint
  /** How many lines it has written. */
  lines: number
  /** What it was ordered to pay, by end-to-end id. */
  readonly payments: Map<string, BankPayment>
}

type BankPayment = { readonly cents: bigint; hasLeft: boolean }

/** The payments that a pain.001 file orders. */
export function paymentsIn(file: string): [id: string, cents: bigint][] {
  return [...file.matchAll(/<EndToEndId>([^<]+)<\/EndToEndId>[^]*?<InstdAmt Ccy="EUR">([\d.]+)</g)].map(
    ([, id = '', amount = '']) => [id, BigInt(amount.replace('.', ''))],
  )
}
