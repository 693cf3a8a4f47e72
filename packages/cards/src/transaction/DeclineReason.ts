/** Why a bank declined, in the words of the protocol: the whole list. */
export const declineReasons = [
  'Declined by processing',
  'Insufficient funds',
  'Do not honor',
  'Expired card',
  'Invalid card number',
  'Invalid CVV',
  'Card restricted',
  'Lost or stolen card',
  'Suspected fraud',
  'Amount limit exceeded',
  'Transaction not permitted',
  '3-D Secure authentication failed',
  'Timeout',
] as const

export type DeclineReason = (typeof declineReasons)[number]
