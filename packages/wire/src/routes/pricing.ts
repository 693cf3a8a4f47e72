import type { Code } from '../http/Problem.ts'

/** What pricing an order may refuse, wherever an order or a quote is asked for. */
export const pricing = [
  'amount_required',
  'both_amounts_given',
  'amount_invalid',
  'currency_unknown',
  'pair_unavailable',
  'group_unavailable',
  'amount_out_of_bounds',
  'rate_unavailable',
] as const satisfies readonly Code[]
