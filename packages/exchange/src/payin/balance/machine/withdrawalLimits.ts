/** How many withdrawals of one client may wait for their codes at once. */
export const MOST_UNCONFIRMED = 3

/** How many wrong codes of one client, over all its withdrawals, lock them. */
export const MOST_WRONG_CODES_OF_CLIENT = 15

/** The time in which they are counted, and for which withdrawals are locked then, milliseconds. */
export const WITHDRAWAL_LOCK_MS = 24 * 60 * 60 * 1_000
