import type { AttemptResult, RefundReason } from '@cambio/wire/order/Order.ts'

/** The result of an attempt to pay. */
export const attemptResults: Readonly<Record<AttemptResult, string>> = {
  open: 'Its outcome is awaited: the bank or the network has not answered, or a withdrawal waits for its code.',
  challenged: 'The buyer is to confirm the payment at the bank.',
  succeeded: 'The money is held or received. See money for what became of it since.',
  declined: 'The bank declined it, or the buyer canceled there; decline_reason says why.',
  not_sent: 'No bank was asked, as the card platform had too much to do. It counts as no try.',
  undone:
    'The money did not stay: the network dropped the coins, a bank took the payment back, or the amount reserved on a balance is free again.',
}

/** Why money is or was refunded. */
export const refundReasons: Readonly<Record<RefundReason, string>> = {
  late_payment: 'It was received after the order had ended without it.',
  unexpected_payment:
    'The order did not take it: another amount or coin than asked for, or a payment beside the one that bought the coins.',
  amount_out_of_bounds: 'The amount received is less or more than one order may pay in.',
  verification_refused: 'What the buyer showed for their limit was refused.',
  verification_expired: 'What the buyer was asked for did not come in time.',
  price_not_accepted: 'The buyer did not accept the price without a discount that was not due any more.',
  capture_failed: 'The bank held the money and then refused to let it be taken.',
  payout_failed: 'The coins could not be paid out.',
  bank_took_back: 'The payer’s bank charged it back: a chargeback or the reversal of a transfer.',
  operator: 'The operator refunded it, or settled it with the buyer by hand.',
}
