import type { Status, SubStatus } from '@cambio/wire/order/Order.ts'

/** What each status of an order means to the partner. */
export const statuses: Readonly<Record<Status, string>> = {
  payin_pending: 'The order waits for the buyer; no payment has been started.',
  confirmation_pending: 'A withdrawal waits for its code.',
  processing: 'A payment is expected or under way. After a declined card another may be tried, three in all.',
  auth_success: 'The money is held or received. From here on the order is paid out or refunded.',
  processing_payout: 'The money is ours; the coins are being sent.',
  pending:
    'Something is needed before the order goes on; substatus says what. It may follow auth_success: the money, which money tells of, then waits too, and goes back after seven days, or before its hold lapses.',
  finished: 'The coins are paid out. An end.',
  canceled: 'What was needed was refused, or the order was given up, before any money was in. An end.',
  error: 'No card was accepted; error_message has the bank’s reason. An end.',
  expired: 'It was not paid in time: 60 minutes for a card, 15 for coins to be seen. An end.',
  refunded: 'The money is back with the buyer. An end.',
}

/** The note for partners whose programs do not know all statuses. */
export const plainStatuses =
  'The operator may set an account to plain statuses, for programs that know only payin_pending, processing, pending, finished, canceled, error, expired and refunded: auth_success and processing_payout are told as processing, and confirmation_pending as payin_pending, in order data, in status_log and in callbacks. What would be told twice in a row is told once, and its callback is not sent. An order is told to its end as its account was set when it was placed.'

/** What a pending order waits for, by its sub-status. */
export const subStatuses: Readonly<Record<SubStatus, string>> = {
  email_pending: 'The buyer’s e-mail address is to be confirmed.',
  verify_pending: 'The buyer’s details are to be given.',
  understanding_pending:
    'A discount is not due any more: the buyer is to accept the price without it, which the amounts show, or has the money back.',
  card_pending: 'The card is to be verified.',
  card_manual_pending: 'The card is to be verified by hand.',
  proof_pending: 'A bank statement is to be shown.',
  address_pending: 'A proof of address is to be shown.',
  video_pending: 'A video identification is to be made.',
  identity_pending: 'An identity document is to be shown.',
  partner_approve_pending: 'The partner is to approve the order.',
}
