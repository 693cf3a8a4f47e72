import type { Code } from '../http/Problem.ts'

/** The refusals of pricing, for every route that requests an order or a quote. */
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
