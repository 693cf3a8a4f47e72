/** Ways money moves, in the order in which the first available one is chosen when none is named. */
export const groups = ['card', 'crypto', 'sepa', 'sofort', 'balance', 'bank', 'client', 'neteller'] as const
