import type { CodeCallback } from '@cambio/wire/partner/Callback.ts'
import { withMetadata } from '@cambio/wire/partner/Metadata.ts'
import type { Random } from '../../Random.ts'
import type { Order } from '../Order.ts'
import type { WithdrawalCode } from '../OrderStore.ts'
import { unixText } from '../time.ts'

const DIGITS = 6

/**
 * Makes a code for a withdrawal, with the callback that sends it to the partner. It is valid as long as the order waits
 * for it.
 */
export function codeCallback(
  random: Random,
  { id, partnerOrderId, expiresAt, metadata }: Order,
): WithdrawalCode {
  if (expiresAt === null) throw new Error(`Order ${id} waits for no code`)
  const uuid = random.uuid()
  const code = random.pick('0123456789', DIGITS)
  const body: CodeCallback = {
    type: 'withdrawal_code',
    version: 2,
    withdrawal: {
      client_order_id: id,
      partner_order_id: partnerOrderId,
      uuid,
      code,
      expiration_time_sec: unixText(expiresAt),
      ...withMetadata(metadata),
    },
  }
  return { uuid, code, expiresAt, callback: { id: random.uuid(), body: JSON.stringify(body) } }
}
