import type { LockedCallback } from '@cambio/wire/partner/Callback.ts'
import { WITHDRAWAL_LOCK_MS } from '../../payin/balance/machine/withdrawalLimits.ts'
import type { Order } from '../Order.ts'
import { unixText } from '../time.ts'

/** What a partner is sent when its client's withdrawals are locked, by the order whose wrong code was one too many. */
export function lockedCallback({ id, partnerOrderId, email }: Order, lockedAt: Date): LockedCallback {
  return {
    type: 'withdrawals_locked',
    version: 2,
    lock: {
      client_order_id: id,
      partner_order_id: partnerOrderId,
      client_email: email,
      locked_until_sec: unixText(new Date(lockedAt.getTime() + WITHDRAWAL_LOCK_MS)),
    },
  }
}
