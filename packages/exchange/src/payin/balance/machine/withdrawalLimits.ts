/** The most withdrawals of one client that may wait for their codes at once. */
export const MOST_UNCONFIRMED = 3

/** The number of wrong codes, over all of a client's withdrawals, that locks them. */
export const MOST_WRONG_CODES_OF_CLIENT = 15

/** The time over which wrong codes are counted, and for which withdrawals are then locked, milliseconds. */
export const WITHDRAWAL_LOCK_MS = 24 * 60 * 60 * 1_000
