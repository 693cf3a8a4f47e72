import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Bounds } from '@cambio/wire/order/Quote.ts'

/** The refusal of an amount outside its pair's bounds, with these bounds. */
export class OutOfBounds extends Refusal {
  readonly bounds: Bounds

  /** @param side the field of the refused amount */
  constructor(bounds: Bounds, side: 'payin_amount' | 'payout_amount') {
    const { payin_min_amount, payin_max_amount, payout_min_amount, payout_max_amount } = bounds
    const payin = `between ${payin_min_amount} and ${payin_max_amount}`
    const payout = `between ${payout_min_amount} and ${payout_max_amount}`
    const detail = side === 'payin_amount' ? `Pay in ${payin}` : `Ask for a pay-out ${payout}`
    super('amount_out_of_bounds', `Pay in ${payin}, or ask for a pay-out ${payout}`, {
      errors: [{ pointer: `/${side}`, code: 'amount_out_of_bounds', detail }],
      extra: { bounds },
    })
    this.bounds = bounds
  }
}
