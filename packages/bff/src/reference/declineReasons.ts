/** Why a bank declines a card, as in error_message: the card platform's whole list. */
export const declineReasons: readonly string[] = [
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
]
