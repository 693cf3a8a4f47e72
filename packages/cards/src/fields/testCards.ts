import type { TestCard } from './PageData.ts'

/** The sandbox's seven cards: one number, and an expiry that chooses what a SALE comes to. */
export const testCards = [
  { outcome: 'success', number: '4111111111111111', exp_month: '01', exp_year: '2038' },
  { outcome: 'declined', number: '4111111111111111', exp_month: '02', exp_year: '2038' },
  { outcome: 'capture_fails', number: '4111111111111111', exp_month: '03', exp_year: '2038' },
  { outcome: '3ds_success', number: '4111111111111111', exp_month: '05', exp_year: '2038' },
  { outcome: '3ds_declined', number: '4111111111111111', exp_month: '06', exp_year: '2038' },
  { outcome: 'redirect_success', number: '4111111111111111', exp_month: '12', exp_year: '2038' },
  { outcome: 'redirect_declined', number: '4111111111111111', exp_month: '12', exp_year: '2039' },
] as const satisfies readonly TestCard[]
