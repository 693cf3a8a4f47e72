import type { Call } from '../api/call.ts'
import { laterRoutes as routes } from '../api/laterRoutes.ts'
import type { Choice } from '../Choice.ts'

/**
 * Has the server check the destination of the coins or the money before anything is placed. @throws Failure
 * address_invalid and others
 */
export async function checkDestination(call: Call, choice: Choice, signal: AbortSignal): Promise<void> {
  const place = {
    currency: choice.payout_currency,
    payout_group: choice.payout_group,
    dst_address: choice.dst_address,
    ...(choice.memo === '' ? {} : { memo: choice.memo }),
  }
  await call(routes.address, place, signal)
}
