import type { WithExactNumbers } from '@cambio/exchange/order/data/exactNumber.ts'
import { microsText, unixText } from '@cambio/exchange/order/time.ts'
import type { CallbackEvent, CodeSent } from '@cambio/wire/partner/EventFeed.ts'
import { withMetadata } from '@cambio/wire/partner/Metadata.ts'
import type { StoredEvent, StoredWithdrawal } from '../store/callback/events.ts'

/** An event as the feed shows it. */
export function callbackEventOf(event: StoredEvent): WithExactNumbers<CallbackEvent> {
  return {
    id: Number(event.id),
    callback_id: event.callbackId,
    created_at: microsText(event.createdMicros),
    callback: 'body' in event ? exact(event.body) : codeSent(event.withdrawal),
  }
}

/** A body as it was sent, with all digits of its numbers. The exchange wrote it itself. */
function exact(body: string): WithExactNumbers<CallbackEvent['callback']> {
  return JSON.parse(body, (_name: string, value: unknown, written?: { readonly source?: string }) =>
    typeof value === 'number' && written?.source !== undefined ? JSON.rawJSON(written.source) : value,
  )
}

/** The body of an event, as it was sent; of a withdrawal's code without the code. */
export function bodyOf(event: StoredEvent): string {
  return 'body' in event ? event.body : JSON.stringify(codeSent(event.withdrawal))
}

function codeSent({ orderId, partnerOrderId, uuid, expiresAt, metadata }: StoredWithdrawal): CodeSent {
  return {
    type: 'withdrawal_code',
    version: 2,
    withdrawal: {
      client_order_id: orderId,
      partner_order_id: partnerOrderId,
      uuid,
      expiration_time_sec: unixText(expiresAt),
      ...withMetadata(metadata),
    },
  }
}
