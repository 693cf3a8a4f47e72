import type { Chargebacks } from '../Acquirer.ts'
import type { AcquirerPayment } from '../AcquirerPayment.ts'
import { unitsOf } from './amount.ts'
import { listed } from './call.ts'
import { Dispute } from './objects.ts'
import type { StripeAccount } from './StripeAccount.ts'

/** The states in which the bank has the money. An inquiry (`warning_…`) does not take it; a won dispute returned it. */
const TAKEN = new Set(['needs_response', 'under_review', 'lost'])

/** The total of a payment's disputes in which the bank has the money. */
export async function getChargebacks(
  account: StripeAccount,
  payment: AcquirerPayment,
  signal: AbortSignal,
): Promise<Chargebacks> {
  let units = 0n
  let latest: { reason: string; created: number } | undefined
  const query = { payment_intent: payment.reference ?? '' }
  for await (const dispute of listed(account, Dispute, '/v1/disputes', { query, signal })) {
    if (!TAKEN.has(dispute.status)) continue
    units += unitsOf(dispute.amount, payment.held.currency)
    latest ??= dispute
  }
  return {
    is: 'known',
    units,
    reason: latest?.reason ?? '',
    bankDate: latest === undefined ? '' : new Date(latest.created * 1000).toISOString().slice(0, 10),
  }
}
