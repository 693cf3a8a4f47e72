/** The sandbox's seven cards: one number, and an expiry that chooses what a SALE comes to. */
export const testCards = [
  { outcome: 'success', exp_month: '01', exp_year: '2038' },
  { outcome: 'declined', exp_month: '02', exp_year: '2038' },
  { outcome: 'capture_fails', exp_month: '03', exp_year: '2038' },
  { outcome: '3ds_success', exp_month: '05', exp_year: '2038' },
  { outcome: '3ds_declined', exp_month: '06', exp_year: '2038' },
  { outcome: 'redirect_success', exp_month: '12', exp_year: '2038' },
  { outcome: 'redirect_declined', exp_month: '12', exp_year: '2039' },
] as const

export const testCardNumber = '4111111111111111'
