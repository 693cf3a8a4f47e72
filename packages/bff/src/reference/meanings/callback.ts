import {
  AttemptDeclined,
  CallbackV1,
  CallbackV2,
  CodeCallback,
  LockedCallback,
} from '@cambio/wire/partner/Callback.ts'
import { explain, type Explained } from './explain.ts'
import { CLIENT_ORDER_ID, EXPIRATION, NOTED, orderAttempt, orderData, orderDataV1, UUID } from './order.ts'
import { PAYOUT } from './price.ts'

const { client_order } = CallbackV2.shape

export const callbackMeanings: readonly Explained[] = [
  explain(CallbackV1, orderDataV1),
  explain(CallbackV2, {
    type: 'client_order: an order changed.',
    version: 'The callback version.',
    client_order: 'The order, as /api/v2/partner/order/{partner_order_id} answers it, and more.',
  }),
  explain(client_order, {
    ...orderData,
    client_email: 'The buyer’s address; null where it is not known.',
    expected_payout_amount: `What was to be paid out when the order was placed; payout_amount is by its last price. For a purchase that is settled to your balance, the two are one if it was paid in full, and payout_amount is the lower one if it was not. ${PAYOUT}`,
    limits: 'There when the order is pending for a limit.',
    verification_url:
      'There when the order is pending for a limit: the page where the buyer lifts it. Left out where no level allows the amount: the money is refunded after seven days.',
  }),
  explain(CodeCallback, {
    type: 'withdrawal_code: a withdrawal waits for its code.',
    version: 'The callback version; 2 whatever your account has, as version 1 has no such callback.',
    withdrawal: 'The withdrawal.',
  }),
  explain(CodeCallback.shape.withdrawal, {
    client_order_id: CLIENT_ORDER_ID,
    partner_order_id: 'Your own id of the order.',
    uuid: UUID,
    code: 'Six digits, for your client alone: anyone who has them can confirm the withdrawal.',
    expiration_time_sec: EXPIRATION,
    metadata: NOTED,
  }),
  explain(LockedCallback, {
    type: 'withdrawals_locked: no withdrawal of this client can be placed or confirmed for 24 hours.',
    version: 'The callback version; 2 whatever your account has, as version 1 has no such callback.',
    lock: 'The lock, by the withdrawal whose wrong code was one too many.',
  }),
  explain(LockedCallback.shape.lock, {
    client_order_id: CLIENT_ORDER_ID,
    partner_order_id: 'Your own id of the order.',
    client_email: 'The address of the client, who gets a mail as well.',
    locked_until_sec: 'When the lock ends. Unix seconds with six fractional digits.',
    metadata: NOTED,
  }),
  explain(AttemptDeclined, {
    type: 'attempt_declined: an attempt to pay was declined. Until the order has ended, it may be paid by another.',
    version: 'The callback version; 2 whatever your account has, as version 1 has no such callback.',
    attempt: 'The attempt.',
  }),
  explain(AttemptDeclined.shape.attempt, {
    ...orderAttempt,
    client_order_id: CLIENT_ORDER_ID,
    partner_order_id: 'Your own id of the order.',
    result: 'declined.',
    metadata: NOTED,
  }),
  explain(client_order.shape.limits.def.innerType, {
    client_limit_in_EUR: 'The client’s remaining limit at this level, in EUR, as a JSON number.',
    verification_level: 'How far the client is verified, lowest first in the list.',
  }),
]
